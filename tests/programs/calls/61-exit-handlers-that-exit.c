// EXPECT: stops 42
// GCC: no
int atexit(void (*)(void)); void exit(int);
int n; void again(void) { n++; if (n < 3) exit(n + 40); }
int main(void) { atexit(again); atexit(again); exit(n); }
