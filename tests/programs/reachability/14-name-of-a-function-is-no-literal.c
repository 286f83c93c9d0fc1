// EXPECT: false by bmc, flow:default
extern void reach_error(void);
const char *p = "main";
int main(void) { if (p != __func__) reach_error(); return 0; }
