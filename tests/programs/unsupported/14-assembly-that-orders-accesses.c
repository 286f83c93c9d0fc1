// EXPECT: true by bmc, value assuming the assembly at
extern void reach_error(void);
int main(void) {
  int x = 1;
  __asm__ volatile ("" ::: "memory");
  __asm__ volatile ("rep; nop\n\tmfence" ::: "memory");
  if (x == 7) reach_error();
  return 0;
}
