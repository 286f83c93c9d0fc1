// EXPECT: unknown by bmc, value, cmc
extern void reach_error(void); void *malloc(unsigned long);
int main(void) { int *p = malloc(8); if (p[1] == 5) reach_error(); return 0; }
