// EXPECT: true by kinduction
// Each branch adds to a counter of its own: the sum of eight counters grows by one, whichever it is.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 30000000, seen = 0;
  unsigned a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0;
  while (seen < n) {
    if (seen % 11 == 0) a++;
    else if (seen % 9 == 0) b++;
    else if (seen % 8 == 0) c++;
    else if (seen % 7 == 0) d++;
    else if (seen % 5 == 0) e++;
    else if (seen % 3 == 0) f++;
    else if (seen % 2 == 0) g++;
    else h++;
    seen++;
    if (a + b + c + d + e + f + g + h != seen) reach_error();
  }
  return 0;
}
