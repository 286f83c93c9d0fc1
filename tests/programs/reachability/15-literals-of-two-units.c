// EXPECT: false by bmc, flow:default
extern void reach_error(void); extern const char *q;
const char *p = "abc";
int main(void) { if (p != q) reach_error(); return 0; }
