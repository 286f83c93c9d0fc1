// EXPECT: stops
// GCC: no
extern void __assert_fail(const char *, const char *, unsigned, const char *);
int main(void) { int x = 1; ((x == 2) ? (void)0 : __assert_fail("x == 2", "f.c", 3, __extension__ __PRETTY_FUNCTION__)); return 0; }
