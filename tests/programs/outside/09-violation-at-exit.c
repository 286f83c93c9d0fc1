// EXPECT: false by bmc, value, cmc
extern void reach_error(void); int atexit(void (*)(void)); int n;
void check(void) { if (n == 2) reach_error(); }
void more(void) { n++; }
int main(void) { atexit(check); atexit(more); n = 1; return 0; }
