// EXPECT: true by flow:cmc
// PROPERTY: memory-safety
void *malloc(unsigned long);
void *__builtin_alloca(unsigned long);
void exit(int);
char *kept;
int main(void) {
  char *p;
  for (int i = 0; i < 2; i++) { p = __builtin_alloca(4); *p = 1; }
  kept = malloc(3);
  exit(0);
}
