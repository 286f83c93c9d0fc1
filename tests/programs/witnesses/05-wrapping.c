// EXPECT: witnessed true by value
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
long long far = -9223372036854775807LL - 1; signed char turn = 120; __int128 wide = 1; unsigned up = 4294967290u;
int main(void) {
  int rounds = 0;
  while (rounds < 20) { rounds++; turn++; far++; up++; wide <<= 3; }
  if (turn != -116 || up != 14) reach_error();
}
