// BMC: true | CMC: true | ASSUMES: no division by zero
extern void reach_error(void);
int main(void) {
  int a, b, *p = &a, *q = &b;
  if (7 / (p < q) != 7) {
    reach_error();
  }
  return 0;
}
