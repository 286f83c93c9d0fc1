// EXPECT: true by value states=3000, refined states=3000, symbolic
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);

struct pair { int first, second; };

int main(void) {
  struct pair *p = malloc(sizeof *p);
  int unused = 3;
  p->first = 4;
  p->second = p->first * 2;
  if (__VERIFIER_nondet_int()) unused = p->second;
  if (p->second != 8) reach_error();
  return unused;
}
