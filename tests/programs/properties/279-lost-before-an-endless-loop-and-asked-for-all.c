// EXPECT: false by flow:value because is lost
// PROPERTY: memory-safety,memory-cleanup
extern void *malloc(unsigned long);
int main(void) {
  int *p = malloc(4);
  p = 0;
  while (1) ;
}
