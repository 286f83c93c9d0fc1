// EXPECT: false by bmc; any by value, cmc
extern void reach_error(void); extern int *get(void);
int main(void) { int *p = get(), *q = get(); if (q) *q = 1; if (!p && q && *q == 1) reach_error(); return 0; }
