// EXPECT: returns 42
// No instructions: what is written in the register of something read is that. `"=r" (hidden)` alone is any value.
static int calls;

static int counted(int value) {
  calls++;
  return value;
}

int main(void) {
  short narrow;
  int x = 1, y = 2, kept;
  long wide = 0x70005;
  char text[4] = "abc", *p;
  __asm__ ("" : "=r" (kept) : "0" (counted(x)));
  __asm__ ("" : "=r" (x), "=r" (y) : "0" (y), "1" (x));
  __asm__ ("" : [low] "=r" (narrow) : "[low]" (wide));
  __asm__ ("" : "=r" (p) : "0" (text));
  if (calls != 1 || kept != 1 || x != 2 || y != 1 || narrow != 5) return 1;
  if (*(p + 2) != 'c') return 2;
  __asm__ ("" : "+r" (x) : "r" (y));
  __asm__ ("" : "=m" (x), "=m" (text) : "m" (x));
  return x == 2 && text[1] == 'b' ? 42 : 3;
}
