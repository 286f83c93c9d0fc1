// EXPECT: stops
// GCC: no
extern int raise(int), atexit(void (*)(void));
extern void reach_error(void);
int main(void) {
  atexit(reach_error);
  raise(15);
  reach_error();
  return 0;
}
