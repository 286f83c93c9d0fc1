// EXPECT: false by bmc, cmc; any by value
extern void reach_error(void);
struct s { long n; int a[3]; };
int main(void) {
  int x = 1, y = 2, j = 0; struct s s = {1, {2, 3, 4}}, *p = &s;
  __asm__ __volatile__ ("" : "+r"(x), "+m"(p->a[1]) : "r"(y) : "memory");
  if (x != 1 || s.a[1] != 3) return 0;
  __asm__ volatile ("addl %2, %0\n\t"
    "nop" /* two: lines, (here) */
    : [sum] "+r" (x), "=m" (p->a[0])
    : "r" (y), "r" (j++), "r" (':')
    : "cc");
  if (x == 77 && s.a[0] == 78 && j == 1 && s.n == 1) reach_error();
  return 0;
}
