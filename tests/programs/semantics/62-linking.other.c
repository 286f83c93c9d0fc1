extern int shared, tentative;
static int hidden = 20;
int table[3] = {10, 20, 30};
static int own(void) { return hidden; }
int next(int x) { return x + own() + (shared == 4 ? 2 : 1); }
int late(void) { return 17; }
int undeclared(int x) { return x * 3; }
int shared = 3;
