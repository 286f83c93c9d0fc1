// EXPECT: true by bmc; unknown by value; any by cmc
extern void reach_error(void); extern int puts(const char *);
int main(int argc, char **argv) { puts(argv[0]); if (!argv[0] || argc < 1 || (argc == 1 && argv[1])) reach_error(); return 0; }
