// BMC: true | VALUE: true | ASSUMES: no invalid dereference
extern void reach_error(void);
int main(void) {
  int *p;
  { int x = 5; p = &x; }
  { int y = 6; int *q = &y; (*q)++; }
  if (*p != 5) reach_error();
  return 0;
}
