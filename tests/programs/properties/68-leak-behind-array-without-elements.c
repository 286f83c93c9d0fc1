// EXPECT: unknown by flow:cmc
// PROPERTY: memory-safety
void *malloc(unsigned long);
void use(int n) { char a[n]; malloc(3); }
int main(void) { use(0); return 0; }
