// EXPECT: true by bmc; any by value, cmc
extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  union { unsigned whole; unsigned char part[4]; } u;
  u.whole = __VERIFIER_nondet_uint();
  unsigned sum = u.part[0] + (u.part[1] << 8) + (u.part[2] << 16) + ((unsigned)u.part[3] << 24);
  if (sum != u.whole) reach_error();
  return 0;
}
