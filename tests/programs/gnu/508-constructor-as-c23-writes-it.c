// EXPECT: error
extern void reach_error(void);
static int x;
[[gnu::__constructor__]] static void init(void) { x = 1; }
int main(void) { if (x) reach_error(); return 0; }
