// BMC: true | VALUE: true | ASSUMES: no invalid free
extern void reach_error(void); void free(void *); void *malloc(unsigned long);
int main(void) { char *p = __builtin_alloca(4), *q = malloc(2); *p = 1; *q = 2; free(q); free(p); reach_error(); return 0; }
