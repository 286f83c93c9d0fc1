// EXPECT: true by bmc; any by value, cmc
extern void reach_error(void); extern volatile int x; volatile int x = 3;
int main(void) { x += 2; if (x != 5) reach_error(); return 0; }
