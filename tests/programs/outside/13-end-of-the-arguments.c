// EXPECT: true by bmc; any by value, cmc
extern void reach_error(void);
int main(int argc, char *argv[]) { if (argc > 3) return 0; int n = 0; while (argv[n]) n++; if (n != argc) reach_error(); return 0; }
