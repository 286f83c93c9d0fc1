// EXPECT: true by flow:cmc
// PROPERTY: memory-safety
void *malloc(unsigned long);
void abort(void);
int main(void) { char *p = malloc(4); if (p) abort(); return 0; }
