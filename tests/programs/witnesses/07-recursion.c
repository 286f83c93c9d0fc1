// EXPECT: witnessed true by value
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int calls;
static int down(int n) { int i = 0, sum = 0; calls++; while (i < n) { sum += down(i); i++; } return sum + 1; }
int main(void) { if (down(4) != 16 || calls != 16) reach_error(); }
