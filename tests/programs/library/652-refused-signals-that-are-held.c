// EXPECT: not supported: the function sighold, by which control goes other ways, | line 9
extern void (*signal(int, void (*)(int)))(int);
extern int raise(int), sighold(int);
extern void reach_error(void);
static int x;
static void h(int n) { x = 1; }
int main(void) {
  signal(10, h);
  sighold(10);
  raise(10);
  return x;
}
