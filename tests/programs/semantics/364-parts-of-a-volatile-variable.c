// EXPECT: returns 0
// ASSUMES: the undefined variable dev holds anything at the start, and only reads of a scalar of it, by name, find other values (not of bit-fields and parts of complex numbers)
// HIDDEN: 5 0 0 0
// GCC: no
extern void reach_error(void);
extern volatile struct { unsigned a : 3; unsigned b : 29; } dev;
int main(void) {
  unsigned x = dev.a;
  if (dev.a != x)
    reach_error();
  return 0;
}
