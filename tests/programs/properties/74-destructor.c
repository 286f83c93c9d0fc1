// EXPECT: false by flow:termination
// PROPERTY: termination
static int x;
__attribute__((destructor)) static void last(void) {
  while (1)
    x++;
}
int main(void) {
  return 0;
}
