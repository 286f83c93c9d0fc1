// EXPECT: not supported: a name with letters beyond ASCII | line 2
int main(void) { int größe = 1, s$f6$ = 2; return größe + s$f6$; }
