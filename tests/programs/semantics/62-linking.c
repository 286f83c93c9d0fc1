// EXPECT: returns 0
extern int shared, table[];
extern int next(int);
int tentative;
int tentative;
static int own(void) { return 1; }
static int hidden = 10;
int main(void) {
  int late(void);
  if (shared != 3) return 1;
  if (next(5) != 26) return 2;
  if (own() + hidden != 11) return 3;
  if (table[2] != 30) return 4;
  if (late() != 17) return 5;
  if (undeclared(2) != 6) return 6;
  shared++;
  if (next(0) != 22) return 7;
  return tentative;
}
