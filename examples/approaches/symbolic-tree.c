// EXPECT: true
// ARGS: --flow symbolic
//
// A way down the Stern-Brocot tree: two unknown numbers are added to each other, in an order that is chosen on the way,
// and a matrix keeps how often each is contained in the sums. It is a matrix of numbers on each path only.

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

unsigned left, right, a = 1, b = 0, c = 0, d = 1;
void descend(void) {
  if (__VERIFIER_nondet_int()) {
    left += right; a += c; b += d;
  } else {
    right += left; c += a; d += b;
  }
}

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  left = x; right = y;
  descend(); descend(); descend(); descend(); descend(); descend(); descend();
  if (left != a * x + b * y || right != c * x + d * y) reach_error();
  return 0;
}
