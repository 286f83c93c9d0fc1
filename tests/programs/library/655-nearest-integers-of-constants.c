// EXPECT: false by bmc, flow:default
extern void reach_error(void);
long lround(double);
int main(void) { long r = lround(1e30); if (lround(1e3) == 1000 && r == r) reach_error(); return 0; }
