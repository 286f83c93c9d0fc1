// EXPECT: error
extern void reach_error(void);
static void bye(int *p) { (void)p; reach_error(); }
int main(void) { [[gnu::__cleanup__(bye)]] int x = 0; return x; }
