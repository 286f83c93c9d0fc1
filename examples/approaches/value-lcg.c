// EXPECT: true
// ARGS: --flow value
//
// A generator of pseudo-random numbers does not come to zero with its 150,000th number. There is nothing to generalise:
// only computing it tells.

extern void reach_error(void);

int main(void) {
  unsigned state = 1, odd = 0, i;
  for (i = 0; i < 150000; i++) {
    state = state * 1664525u + 1013904223u;
    if (state & 0x10000) odd++;
  }
  if (state == 0) reach_error();
  return 0;
}
