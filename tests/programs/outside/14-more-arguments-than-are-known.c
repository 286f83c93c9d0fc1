// EXPECT: unknown by bmc, value, cmc
extern void reach_error(void);
int main(int argc, char *argv[]) { if (argc < 50) return 0; char **p = argv; p += 40; if (!*p) reach_error(); return 0; }
