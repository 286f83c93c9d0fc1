// EXPECT: true by predicate, impact
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  int table[8], *p = &table[3], i = 0;
  table[3] = 7;
  while (__VERIFIER_nondet_int()) {
    i = (i + 1) & 1;
    table[i] = i;
    if (*p != 7) reach_error();
  }
  return 0;
}
