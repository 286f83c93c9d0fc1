// EXPECT: true by bmc, cmc, value
extern void reach_error(void); extern int x; void other(void);
int main(void) { int y = x; other(); if (x != y) reach_error(); return 0; }
