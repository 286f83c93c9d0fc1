// EXPECT: unknown by bmc, value, cmc because a call that compilers may leave out, as the function check is declared const or pure but has effects, is not supported
extern void reach_error(void);
extern void exit(int);
__attribute__((const)) static int check(int x) { if (x < 0) exit(0); return x; }
int main(void) { check(-1); reach_error(); return 0; }
