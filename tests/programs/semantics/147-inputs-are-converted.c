// EXPECT: returns 0
// INPUTS: 255 -1 8 -1
extern char __VERIFIER_nondet_char(void); extern unsigned short __VERIFIER_nondet_ushort(void); extern _Bool __VERIFIER_nondet_bool(void); extern long __VERIFIER_nondet_long(void);

int main(void) {
  char c = __VERIFIER_nondet_char(); unsigned short u = __VERIFIER_nondet_ushort(); _Bool b = __VERIFIER_nondet_bool(); long l = __VERIFIER_nondet_long();
  if (!(c == -1)) return 1;
  if (!(u == 65535)) return 2;
  if (!(b == 1)) return 3;
  if (!(l == -1)) return 4;
  return 0;
}
