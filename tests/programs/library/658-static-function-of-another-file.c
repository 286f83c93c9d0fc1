// EXPECT: returns 5
static int abs(int x) { return x < 0 ? 0 : x; }
static unsigned long strlen(const char *s) { return s[0] != 0; }
int other(int);
int main(void) { return abs(-3) + (int)strlen("abc") + other(-4); }
