// EXPECT: true by bmc; any by value, cmc
extern void reach_error(void); int printf(const char *, ...);
int main(void) { int n = 3; const char *f = "%%n"; printf(f); if (n != 3) reach_error(); return 0; }
