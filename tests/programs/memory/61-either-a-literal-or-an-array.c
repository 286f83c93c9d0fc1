// EXPECT: true by bmc, value, cmc
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) { char a[] = "ab", *s = __VERIFIER_nondet_int() ? a : "cd"; if (s == a) { s[1] = 'x'; if (a[1] != 'x') reach_error(); } else if (s[1] != 'd') reach_error(); return 0; }
