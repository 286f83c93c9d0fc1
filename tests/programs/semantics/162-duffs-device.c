// EXPECT: returns 0
int copy(int count) {
  int done = 0, n = (count + 3) / 4;
  switch (count % 4) {
  case 0: do { done++;
  case 3: done++;
  case 2: done++;
  case 1: done++;
          } while (--n > 0);
  }
  return done;
}
int main(void) {
  for (int n = 1; n < 10; n++) if (copy(n) != n) return n;
  return 0;
}
