// EXPECT: returns 10
// INPUTS: 1
extern int __VERIFIER_nondet_int(void);
struct S { const int id; int val; };
struct T { struct S a[2]; int z; } t;
struct S many[2];
int main(void) {
  int i = __VERIFIER_nondet_int() & 1;
  t.a[i].val = 4;
  (many + i)->val = 6;
  return t.a[1].val + many[1].val + t.a[0].val;
}
