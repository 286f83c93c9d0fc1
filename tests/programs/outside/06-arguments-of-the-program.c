// EXPECT: true by bmc, cmc; unknown by value
extern void reach_error(void); int open(char **v) { return v == 0; }
int main(int argc, char **argv) { if (argc < 0 || open(argv)) reach_error(); return 0; }
