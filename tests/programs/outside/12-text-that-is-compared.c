// EXPECT: true by bmc; any by value, cmc
extern void reach_error(void); int strcmp(const char *, const char *);
int main(int argc, char **argv) { if (argc == 2 && strcmp(argv[1], "on") == 0 && argv[1][2]) reach_error(); return 0; }
