// EXPECT: true by bmc
extern volatile int v;
extern void reach_error(void);
int main(void) {
  int x = v ?: 5;
  if (x == 0) reach_error();
  return 0;
}
