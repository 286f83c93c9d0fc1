// EXPECT: returns 0
int main(void) {
  int n = 0, a[3] = {0};
  asm volatile("" : "+r"(a[n++]));
  asm volatile("" : "+m"(a[(n++, 1)]) : "r"(a[0]));
  int s = __alignof__((n++, 1));
  return !(n == 2 && s == 4);
}
