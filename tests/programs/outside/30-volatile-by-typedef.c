// EXPECT: false by bmc; any by value, cmc
typedef volatile int port; typedef port ports[2];
extern void reach_error(void); extern port x; extern ports a;
int main(void) { int y = x; if (y != x && a[1] + 1 != a[1] + 1) reach_error(); return 0; }
