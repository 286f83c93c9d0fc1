// EXPECT: returns 0
static int sum;
static void note(int *p) { sum = sum * 10 + *p; }
static int f(int note) { return note; }
static int g(void) {
  extern int sum_of(int);
  void note(int *);
  __attribute__((cleanup(note))) int x = 2;
  return f(x) + sum_of(x);
}
int sum_of(int x) { return x; }
int main(void) { return g() != 4 || sum != 2; }
