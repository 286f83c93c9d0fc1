// EXPECT: false by bmc; any by value, cmc
extern void reach_error(void);
int main(int argc, char **argv) { if (argc > 3) return argv[1][0]; if (argc == 3) reach_error(); return 0; }
