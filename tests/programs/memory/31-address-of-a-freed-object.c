// BMC: true | VALUE: true | ASSUMES: no comparison of pointers that do not lead to the same object
extern void reach_error(void); void *malloc(unsigned long); void free(void *);
int main(void) { int *p = malloc(4); free(p); int *q = malloc(4); if (p && p == q) reach_error(); return 0; }
