// EXPECT: false by flow:cmc cpu=5 because is lost
// PROPERTY: memory-safety
void *malloc(unsigned long);
void use(void) { char *p = malloc(4); }
int main(void) { use(); while (1); }
