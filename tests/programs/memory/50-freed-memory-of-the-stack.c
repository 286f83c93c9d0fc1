// EXPECT: true by bmc assuming no invalid free; true by value; any by cmc
extern void reach_error(void); void free(void *); void *malloc(unsigned long);
int main(void) { char *p = __builtin_alloca(4), *q = malloc(2); *p = 1; *q = 2; free(q); free(p); reach_error(); return 0; }
