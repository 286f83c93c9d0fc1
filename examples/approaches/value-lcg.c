// EXPECT: true
// ARGS: --flow value
//
// Of 150,000 pseudo-random numbers, 75,067 have a certain bit. There is nothing to generalise: only computing them tells.

extern void reach_error(void);

int main(void) {
  unsigned state = 1, odd = 0, i;
  for (i = 0; i < 150000; i++) {
    state = state * 1664525u + 1013904223u;
    if (state & 0x10000) odd++;
  }
  if (odd != 75067) reach_error();
  return 0;
}
