// EXPECT: false by flow:cmc, flow:bmc because at the end of the program, at line 5: 1 object allocated at line 5 is lost
// PROPERTY: memory-safety
void *malloc(unsigned long);
void free(void *);
int main(void) { malloc(4); return 0; }
