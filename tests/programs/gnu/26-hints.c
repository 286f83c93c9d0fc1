// EXPECT: returns 0
int main(void) {
  int x = 3;
  if (!__builtin_expect(x == 3, 1)) return 1;
  if (!__builtin_constant_p(3) || __builtin_constant_p(x) || __builtin_constant_p(x++) || x != 3) return 2;
  __asm__ volatile ("" : : : "memory");
  asm volatile ("" : "+r" (x) : : "memory", "cc");
  asm ("" ::"r"(x));
  return x != 3;
}
