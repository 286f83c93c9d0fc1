// EXPECT: false by bmc, value, cmc
extern void reach_error(void); int atexit(void (*)(void)); _Noreturn void fail(void); int n;
void check(void) { if (n == 2) reach_error(); }
int main(void) { atexit(check); n = 2; fail(); n = 3; return 0; }
