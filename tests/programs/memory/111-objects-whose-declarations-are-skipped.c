// EXPECT: false by bmc; unknown by flow:default
extern void reach_error(void);
void f(int k) {
  if (k) goto on;
  int x;
  { int *p = &x; *p = 7; }
  return;
on:
  { int *p = &x; if (*p != 7) reach_error(); }
}
int main(void) { f(0); f(1); return 0; }
