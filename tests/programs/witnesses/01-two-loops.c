// EXPECT: witnessed true by kinduction
#define LIMIT 1000
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
struct pair { int first; int second; };
int main(void) {
  unsigned int i = 0, s = 0; struct pair p = {0, 1}; int *q = &p.first; int n = __VERIFIER_nondet_int();
  if (n < 0 || n > LIMIT) return 0;
  for (i = 0; i < n; i++) { s += 2; *q += 1; }
  while (s > 0) /* while */ { s -= 2; i--; }
  if (i != 0) reach_error();
  return p.second - 1;
}
