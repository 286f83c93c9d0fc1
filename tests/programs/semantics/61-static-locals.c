// EXPECT: returns 0
int count(void) { static int n = 5; return ++n; }
int other(void) { static int n; static unsigned char wide[300] = {[299] = 7}; { static int n = 40; n++; return n + wide[299]; } return n; }
int main(void) {
  for (int i = 0; i < 3; i++) { static int kept; if (kept++ != i) return 1; }
  if (count() != 6) return 2;
  if (count() != 7) return 3;
  if (other() != 48) return 4;
  if (other() != 49) return 5;
  return 0;
}
