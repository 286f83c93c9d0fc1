// EXPECT: returns 0
// ASSUMES: a local object of the function deep is not used when there is a new one in its place; a local object of the function twice is not used when there is a new one in its place
struct node { int value; struct node *next; };
static int *kept;
static int twice(int v) { int x = v; kept = &x; *kept += v; int r = *kept; kept = 0; return r; }
static int deep(int *p, int n) { int here[3] = {n, n + 1, n + 2}; kept = here; *p += kept[1]; kept = p; return *kept; }
int main(void) {
  int sum = 0;
  for (int i = 0; i < 5; i++) {
    struct node a = {i}, b = {i + 1, &a};
    struct node *p = &b;
    for (; p; p = p->next) sum += p->value;
    int x = 0, *q = &x;
    *q += i;
    sum += x;
  }
  if (sum != 35 || twice(4) != 8 || twice(-3) != -6) return 1;
  if (deep(&sum, 1) != 37 || deep(&sum, 2) != 40 || *kept != 40) return 2;
  return 0;
}
