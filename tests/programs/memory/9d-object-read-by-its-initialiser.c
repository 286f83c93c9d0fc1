// EXPECT: false by bmc, value, cmc
extern void reach_error(void);
int followed(int *p) { return *p; }
int main(void) { int x = followed(&x); if (x) reach_error(); return 0; }
