// EXPECT: unknown by flow:cmc
// PROPERTY: memory-safety
void *malloc(unsigned long);
void exit(int);
int atexit(void (*)(void));
static void nothing(void) {}
int main(void) { atexit(nothing); char *p = malloc(3); exit(0); }
