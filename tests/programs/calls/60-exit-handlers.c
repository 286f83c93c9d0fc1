// EXPECT: stops 65
// GCC: no
// HIDDEN: 1
int atexit(void (*)(void)); void exit(int); void _exit(int); void abort(void);
int order; int *where = &order;
void first(void) { order = order * 10 + 1; if (order != 321) abort(); _exit(order & 127); }
void second(void) { order = order * 10 + 2; }
static void third(void) { order = 3; }
void leave(int s) { if (s) exit(s); }
int main(int argc) { atexit(first); if (atexit(&second)) return 9; void (*p)(void) = third; atexit(p); leave(argc > 100); return 5; }
