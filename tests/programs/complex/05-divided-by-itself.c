// EXPECT: returns 0
// INPUTS: 5 7
// the quotient of a complex integer and itself is 1 for compilers, and computed with another operand that is equal
int main(void) {
  unsigned char _Complex z = 0, same = 0;
  __real__ z = (unsigned char)__VERIFIER_nondet_int();
  __imag__ z = (unsigned char)__VERIFIER_nondet_int();
  same = z;
  unsigned char _Complex one = z / z, computed = z / same, zero = 0;
  if (__real__ one != 1 || __imag__ one != 0)
    return 1;
  if (__real__ computed != 1 || __imag__ computed != 35)
    return 2;
  one = zero / zero;
  return __real__ one != 1 || __imag__ one != 0;
}
