// EXPECT: unknown by bmc, value, cmc
extern void reach_error(void); extern int fork(void);
int main(void) { int x = 1; x = fork(); if (x == 2) reach_error(); return 0; }
