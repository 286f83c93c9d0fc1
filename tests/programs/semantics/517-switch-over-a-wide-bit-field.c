// EXPECT: returns 0
struct S { unsigned long long b : 40; long long s : 40; unsigned n : 3; } s;
int main(void) {
  s.b = -1;
  switch (s.b) { case -1: break; default: return 1; }
  switch (s.b) { case 0xFFFFFFFFFFULL: break; default: return 2; }
  s.s = -1;
  switch (s.s) { case 0xFFFFFFFFFFLL: break; default: return 3; }
  switch (s.s) { case -5 ... -1: break; default: return 4; }
  s.n = -1;
  switch (s.n) { case -1: return 5; case 7: break; default: return 6; }
  return 0;
}
