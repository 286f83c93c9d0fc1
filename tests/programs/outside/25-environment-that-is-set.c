// EXPECT: false by bmc; any by value, cmc
extern void reach_error(void); char *getenv(const char *);
int main(void) { if (getenv("A")) reach_error(); return 0; }
