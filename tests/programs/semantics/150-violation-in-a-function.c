// EXPECT: error
// GCC: no
extern void abort(void);
void reach_error() { abort(); }
static void check(int ok) { if (!ok) { ERROR: reach_error(); } }
int main(void) { check(1); check(0); return 0; }
