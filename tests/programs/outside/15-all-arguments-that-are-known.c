// EXPECT: false by bmc; any by value, cmc
extern void reach_error(void);
int other(char **p) { return p[2][1] == 'b' && p[2][2] == 0; }
int main(int argc, char *argv[]) { if (argc == 4 && other(argv + 1)) reach_error(); return 0; }
