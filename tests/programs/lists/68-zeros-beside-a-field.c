// EXPECT: false by shape, flow:default
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

union {
  long long l;
  struct { int a; int b; } s;
  char pad[70000];
} u;

int main(void) {
  if (__VERIFIER_nondet_int()) {
    u.s.a = __VERIFIER_nondet_int();
  } else {
    if (__VERIFIER_nondet_int())
      u.l = 1099511627776LL;
    else
      u.l = 2199023255552LL;
  }
  if (u.s.b != 0)
    reach_error();
  return 0;
}
