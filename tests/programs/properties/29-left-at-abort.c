// EXPECT: false by flow:cmc because is never freed
// PROPERTY: memory-cleanup
void *malloc(unsigned long);
void free(void *);
void abort(void);
int main(void) { malloc(4); abort(); }
