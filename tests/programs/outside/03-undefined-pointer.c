// EXPECT: unknown by bmc, value, cmc
extern void reach_error(void); extern struct s { int *p; } x;
int main(void) { if (x.p && *x.p == 3) reach_error(); return 0; }
