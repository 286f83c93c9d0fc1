// EXPECT: returns 5
// GCC: no
extern int scanf(const char *, ...) __asm__("" "__isoc99_scanf") __attribute__((nonnull(1)));
int f(int x) __asm__("f");
int f(int x) { return x + 1; }
int main(void) { return f(4); }
