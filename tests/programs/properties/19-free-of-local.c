// EXPECT: false by flow:cmc, flow:bmc because at line 5: free of what is not the start
// PROPERTY: memory-safety
void *malloc(unsigned long);
void free(void *);
int main(void) { int x = 0; free(&x); return 0; }
