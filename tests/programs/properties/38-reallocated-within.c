// EXPECT: false by flow:cmc because free of what is not the start
// PROPERTY: valid-free
void *malloc(unsigned long);
void *realloc(void *, unsigned long);
int main(void) {
  char *p = malloc(4);
  return realloc(p + 1, 8) != 0;
}
