// EXPECT(ILP32): unknown by flow:default
// PROPERTY: memory-safety
extern void *malloc(unsigned int);
struct s {
  int n;
  int arr[15000];
};
int main(void) {
  struct s *q = 0;
  for (int i = 0; i < 2; i++) q = malloc(sizeof(struct s));
  q->arr[-2000] = 1;
  return 0;
}
