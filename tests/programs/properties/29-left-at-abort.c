// EXPECT: true by flow:cmc
// PROPERTY: memory-cleanup
void *malloc(unsigned long);
void free(void *);
void abort(void);
int main(void) { malloc(4); abort(); }
