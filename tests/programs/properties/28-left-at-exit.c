// EXPECT: false by flow:cmc, flow:bmc because is never freed
// PROPERTY: memory-cleanup
void *malloc(unsigned long);
void free(void *);
void exit(int);
int main(void) { malloc(4); exit(0); }
