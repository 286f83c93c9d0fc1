// EXPECT: error
extern void reach_error(void);
void die(void) __attribute__((noreturn));
int main(void) {
  void die(void) {}
  die();
  reach_error();
  return 0;
}
