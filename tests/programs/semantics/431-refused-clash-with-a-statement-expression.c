// EXPECT: not supported: an expression whose value depends on the order of evaluation | line 9
static int clear(int *p) {
  *p = 0;
  return 0;
}
int main(void) {
  int x = 1;
  int *p = &x;
  return *p + ({
           int zero = clear(p);
           zero;
         });
}
