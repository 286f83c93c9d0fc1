// EXPECT: false by flow:cmc because is lost
// PROPERTY: memory-safety
void *malloc(unsigned long);
void abort(void);
void use(void) { char *p = malloc(4); }
int main(void) { use(); abort(); }
