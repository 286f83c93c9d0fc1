// EXPECT: returns 2135
extern void reach_error(void);
__attribute__((weak)) int one(void) { return 1; }
__attribute__((weak)) int both(void) { return 3; }
int strong(void) { return 5; }
static int own(void) { return 1; }
int named(void) __attribute__((weak, alias("own")));
extern int nowhere(int) __attribute__((weak));
int (*table[2])(int) = {nowhere, &nowhere};
int also(void);
int main(void) {
  if (nowhere || table[0] || table[1] || &nowhere != 0) reach_error();
  if (nowhere) nowhere(1);
  return one() * 1000 + named() * 100 + both() * 10 + also();
}
