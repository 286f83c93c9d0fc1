// EXPECT: returns 0
int pick(int way) {
  unsigned char c = 255; long long l = 4294967296LL; unsigned u = 4294967295u; signed char s = -1; _Bool b = 1;
  switch (way) {
  case 0: switch (c) { case -1: return 0; case 255: return 1; } return 2;
  case 1: switch (l) { case 0: return 0; case 4294967296: return 1; } return 2;
  case 2: switch (u) { case -1: return 1; default: return 0; }
  case 3: switch (s) { case 255: return 0; case -1: return 1; default: return 2; }
  case 4: switch (b) { case 1: return 1; default: return 0; }
  case 5: switch (c) default: return 1;
  case 6: switch (c) case 255: return 1; return 0;
  case 7: switch (c) { } return 1;
  case 8: switch (c) { return 0; } return 1;
  case sizeof(char) + 8: switch ('a') { case 'a': return 1; } return 0;
  default: return 9;
  }
}
int main(void) {
  for (int way = 0; way < 10; way++) if (pick(way) != 1) return way + 1;
  return 0;
}
