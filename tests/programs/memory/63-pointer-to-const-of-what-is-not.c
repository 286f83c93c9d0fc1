// EXPECT: false by bmc; any by value, cmc
extern void reach_error(void);
int x = 1; const int *p = &x; struct { const char *name; int n; } s = {"abc", 2};
int main(void) { *(int *)p = 4; s.n = 3; s.name = "d"; if (x == 4 && s.n == 3 && s.name[0] == 'd') reach_error(); return 0; }
