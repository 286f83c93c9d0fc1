// EXPECT: returns 9
__extension__ typedef unsigned long long wide __attribute__((aligned(8)));
static inline __attribute__((always_inline)) int f(int x __attribute__((unused))) { return 4; }
extern int h(int) __asm__("h2") __attribute__((nothrow, leaf, pure));
void die(void) __attribute__((__noreturn__)), other(void);
struct packed_is_fine { char c; int i; } __attribute__((__packed__));
typedef int small __attribute__((__mode__(__QI__)));
typedef unsigned word __attribute__((mode(word)));
static int g __attribute__((section("here"))) = 3;
int main(void) {
  const volatile int a = 1; register int b = 1; __const int c = 0;
  switch (b) { case 1: b = 2; __attribute__((fallthrough)); case 2: b += 0; }
  return f(1) + a + b + sizeof(small) + (sizeof(word) == sizeof(long)) + c;
}
