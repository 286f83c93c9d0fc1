// BMC: true | VALUE: true | ASSUMES: no comparison or test of a pointer to a local object after its lifetime
extern void reach_error(void);
int main(void) {
  int *p = 0;
  for (int i = 0; i < 3; i++) {
    int sum = 0;
    if (p) sum = *p;
    int x = i;
    p = &x;
    if (sum != i * (i - 1) / 2) reach_error();
  }
  return 0;
}
