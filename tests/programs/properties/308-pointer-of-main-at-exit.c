// EXPECT: true by flow:cmc
// PROPERTY: memory-safety
void *malloc(unsigned long);
void exit(int);
static void make(int **to) { *to = malloc(4); }
int main(void) {
  int *p;
  make(&p);
  *p = 1;
  exit(0);
}
