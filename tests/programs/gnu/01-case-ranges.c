// EXPECT: returns 0
// INPUTS: 4 5 9 10 -3 -1 0 2147483647
extern int __VERIFIER_nondet_int(void);
static int kind(int x) {
  switch (x) {
  case 1 ... 4: return 1;
  case 5: return 2;
  case 6 ... 9: return 3;
  case -3 ... -1: return 4;
  case 20 ... 10: return 5; // an empty range
  case 100 ... 0x7fffffff: return 6;
  default: return 0;
  }
}
static int letter(char c) {
  switch (c) {
  case 'a' ... 'z': case 'A' ... 'Z': return 1;
  case '0'...'9': return 2;
  case 1 ? '_' : 0 ... '_': return 3;
  }
  return 0;
}
static int big(unsigned long long x) { switch (x) { case 0xfffffffff ... -1ull: return 1; case 0 ... 5: return 2; } return 0; }
int main(void) {
  if (kind(__VERIFIER_nondet_int()) != 1) return 1;
  if (kind(__VERIFIER_nondet_int()) != 2) return 2;
  if (kind(__VERIFIER_nondet_int()) != 3) return 3;
  if (kind(__VERIFIER_nondet_int()) != 0) return 4;
  if (kind(__VERIFIER_nondet_int()) != 4) return 5;
  if (kind(__VERIFIER_nondet_int()) != 4) return 6;
  if (kind(__VERIFIER_nondet_int()) != 0) return 7;
  if (kind(__VERIFIER_nondet_int()) != 6) return 8;
  if (letter('q') != 1 || letter('Z') != 1 || letter('0') != 2 || letter('_') != 3 || letter('@') != 0) return 9;
  if (big(-1) != 1 || big(5) != 2 || big(6) != 0) return 10;
  return 0;
}
