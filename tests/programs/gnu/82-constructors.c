// EXPECT: returns 0
extern void reach_error(void);
static int order = 4;
static void first(void) __attribute__((constructor(101)));
__attribute__((constructor)) static void third(void) { order = order * 10 + 3; }
static void first(void) { order = order * 10 + 1; }
static void __attribute__((__constructor__(102))) second(void) { order = order * 10 + 2; }
int main(void) {
  if (order != 4123) reach_error();
  order = 0;
  third();
  return order - 3;
}
