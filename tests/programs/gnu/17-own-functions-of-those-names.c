// EXPECT: returns 0
// ASSUMES: the program's own function isdigit is called, not that of the C library; the program's own function rand is called, not that of the C library
// GCC: no
int isdigit(int c) { return c == 'x'; }
static int abs(int x) { return 42; }
int toupper = 3;
int rand(void) { return 7; }
int printf(const char *format, ...);
int main(void) { return isdigit('x') != 1 || isdigit('1') || abs(-1) != 42 || toupper != 3 || rand() != 7; }
