extern void *malloc(unsigned long); extern void free(void *);
extern int __VERIFIER_nondet_int(void);
int main(void) { char *p = malloc(4); if (__VERIFIER_nondet_int() == 3) free(p + 1); free(p); return 0; }
