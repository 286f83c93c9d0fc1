// EXPECT: true by flow:cmc
// PROPERTY: memory-safety
void *malloc(unsigned long);
void free(void *);
void exit(int);
extern int __VERIFIER_nondet_int(void);
void leave(char *p) { free(p); exit(0); }
int main(void) { char *p = malloc(4); while (1) if (__VERIFIER_nondet_int()) leave(p); }
