// EXPECT: returns 25
int main(void) {
  int n = 0, r = 0;
  { int x = 5, y; y = 3;
  back: r += x; if (++n < 4) goto back;
    switch (n) { case 4: { int z = 2; r += z; } default: r += y; }
  }
  return r;
}
