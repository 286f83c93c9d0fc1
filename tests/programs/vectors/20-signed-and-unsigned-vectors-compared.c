// EXPECT: returns 0
typedef int s4 __attribute__((vector_size(16)));
typedef unsigned u4 __attribute__((vector_size(16)));
int main(void) {
  s4 a = {-1, 0, 3, -5};
  u4 b = {1, 0, 2, 7};
  s4 less = a < b, greater = b > a, same = a == b, least = a <= b;
  for (int i = 0; i < 4; i++) {
    if (less[i] != greater[i]) return 1;
  }
  if (less[0] || less[1] || less[2] || less[3]) return 2;
  if (same[0] || !same[1] || same[2] || least[0] || least[1] != -1) return 3;
  s4 signs = a < 1;
  return signs[0] != -1 || signs[2];
}
