// EXPECT: error
extern void reach_error(void);
int a[2];
static int never(void) { reach_error(); return 0; }
int main(void) { int i = 7; a[i] = never(); return 0; }
