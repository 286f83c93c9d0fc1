// EXPECT: true by bmc assuming no invalid dereference; any by value, cmc
extern void reach_error(void); void *malloc(unsigned long); void free(void *);
int main(void) { int *p = malloc(4); *p = 1; free(p); if (*p != 1) reach_error(); return 0; }
