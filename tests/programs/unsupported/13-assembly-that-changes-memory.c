// EXPECT: unknown by bmc, value, cmc because assembly that may change any memory
extern void reach_error(void);
int main(void) {
  int x = 1, *p = &x;
  __asm__ volatile ("" ::: "memory");
  __asm__ volatile ("rep; nop" ::: "memory");
  __asm__ volatile ("mfence" ::: "memory");
  __asm__ volatile ("movl $7, (%0)" : : "r"(p) : "memory");
  if (x == 7) reach_error();
  return 0;
}
