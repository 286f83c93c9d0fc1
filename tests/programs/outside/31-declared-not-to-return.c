// EXPECT: true by bmc, cmc; unknown by value
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
extern void panic(const char *, ...) __attribute__((noreturn)); _Noreturn int fail(void); void note(int);
int main(void) { int x = __VERIFIER_nondet_int(); if (x == 1) panic("x"); if (x == 2 && fail()) note(1); if (x == 1 || x == 2) reach_error(); return 0; }
