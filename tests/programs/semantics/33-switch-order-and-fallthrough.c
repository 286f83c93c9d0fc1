// EXPECT: returns 0
int trace(int x) {
  int seen = 0;
  switch (x) {
  case 3: seen = seen * 10 + 3;
  default: seen = seen * 10 + 9;
  case 1: seen = seen * 10 + 1; break;
  case 2: { seen = seen * 10 + 2; case 7: seen = seen * 10 + 7; } break;
    seen = 99;
  case 5: for (int i = 0; i < 2; i++) { if (i) break; case 6: seen = seen * 10 + 6; }
  }
  return seen;
}
int main(void) {
  if (trace(3) != 391) return 1;
  if (trace(4) != 91) return 2;
  if (trace(1) != 1) return 3;
  if (trace(2) != 27) return 4;
  if (trace(7) != 7) return 5;
  if (trace(5) != 6) return 6;
  return 0;
}
