// EXPECT: returns 0
int n;

int main(void) {
  char a[(n++, 4)];
  if (n != 1 || sizeof a != 4) return 1;
  int b[({ n++; 3; })];
  if (n != 2 || sizeof b != 3 * sizeof(int)) return 2;
  for (int i = 0; i < 3; i++) {
    short c[(n++, 2)][2];
    c[1][1] = 5;
    if (sizeof c != 8 || c[1][1] != 5) return 3;
  }
  return n != 5;
}
