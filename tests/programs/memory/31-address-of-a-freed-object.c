// EXPECT: true by bmc assuming no distance between pointers to different objects, or comparison of a dangling one; true by value; any by cmc
extern void reach_error(void); void *malloc(unsigned long); void free(void *);
int main(void) { int *p = malloc(4); free(p); int *q = malloc(4); if (p && p == q) reach_error(); return 0; }
