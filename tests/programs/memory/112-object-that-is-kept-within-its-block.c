// EXPECT: true by bmc, flow:default
extern void reach_error(void);
int main(void) {
  int again = 0;
  if (again) goto on;
back:;
  int x;
  { int *p = &x; *p = 7; }
  if (again++) goto on;
  goto on;
on:
  { int *p = &x; if (*p != 7) reach_error(); }
  if (again < 3) { again++; goto on; }
  return 0;
}
