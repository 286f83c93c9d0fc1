// EXPECT: unknown by value states=3000; true by symbolic; any by refined states=3000
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  int is_upper = c >= 'A' && c <= 'Z', is_lower = c >= 'a' && c <= 'z';
  unsigned char folded = is_upper ? c + 32 : c;
  if (is_upper && (folded < 'a' || folded > 'z')) reach_error();
  if (is_lower && folded != c) reach_error();
  if (is_upper && is_lower) reach_error();
  return 0;
}
