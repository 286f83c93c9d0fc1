// EXPECT: not supported: the library function call_once, which may write to memory, | line 4
extern void call_once(int *, void (*)(void));
int n; static void count(void) { n++; }
int main(void) { int once = 0; call_once(&once, count); return n; }
