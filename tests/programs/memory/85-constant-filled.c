// EXPECT: true by bmc assuming no writing to a string literal; true by value, cmc
extern void reach_error(void);
void *memset(void *, int, unsigned long); void *memcpy(void *, const void *, unsigned long);
const int b = 6; const struct { int x, y; } c = {1, 2}; int d[2];
int main(int argc, char **argv) { if (argc == 1) { memset((void *)&b, 0, 1); reach_error(); } if (argc == 2) { memcpy((void *)&c, d, sizeof d); reach_error(); } return 0; }
