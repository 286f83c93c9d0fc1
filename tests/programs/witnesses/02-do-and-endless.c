// EXPECT: witnessed true by value
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int total; static short odd = 1;
int main(void) {
  int i = 0; unsigned char c = 0; int *q = &total;
  do { i++; if (i > 4) c += 60; odd += 2; } while (i < 30);
  for (;;) { i -= 1; *q = i; if (i == 0) break; }
  if (total != 0 || odd != 61) reach_error();
}
