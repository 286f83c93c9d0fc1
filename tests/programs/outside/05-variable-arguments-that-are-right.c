// EXPECT: true by bmc, cmc; any by value
extern void reach_error(void); int __VERIFIER_nondet_int(void);
int last(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); int r = 0; for (int i = 0; i < n; i++) r = __builtin_va_arg(l, int); __builtin_va_end(l); return r; }
int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 3) return 0; if (last(n, 1, n + 1, 7) == 5) reach_error(); return 0; }
