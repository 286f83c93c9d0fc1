// EXPECT: stops 7
// GCC: no
int atexit(void (*)(void)); void exit(int); void _Exit(int);
int n; void last(void) { _Exit(7); }
int main(void) { int k = 4; atexit(last); return k; }
