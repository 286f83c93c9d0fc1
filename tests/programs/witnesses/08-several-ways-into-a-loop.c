// EXPECT: witnessed true by value
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = 0, seen = 0;
  if (__VERIFIER_nondet_int() > 0) { i = 3; goto inside; }
  while (i < 6) { seen++; inside: i += 2; if (i == 4 && seen < 2) continue; }
  for (int k = 0; ; k++) { again: i--; if (i < 0) break; if (i % 2) goto again; }
  if (i != -1) reach_error();
}
