// BMC: false | VALUE: false | CMC: false | ASSUMES: nothing
extern void reach_error(void);
int main(void) {
  int a, b;
  if (&a + 1 == &b) {
    reach_error();
  }
  return 0;
}
