// EXPECT: returns 3
int main(void) { int größe = 1, s$f6$ = 2; return größe + s$f6$; }
