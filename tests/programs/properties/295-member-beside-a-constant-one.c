// EXPECT: true by flow:default
// PROPERTY: memory-safety
extern int __VERIFIER_nondet_int(void);
struct S { const int id; int val; };
struct T { struct S a[2]; int z; } t;
int main(void) { int i = __VERIFIER_nondet_int(); if (i < 0 || i > 1) return 0; t.a[i].val = 5; return 0; }
