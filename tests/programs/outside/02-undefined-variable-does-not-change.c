// BMC: true | VALUE: unknown | CMC: true
extern void reach_error(void); extern int x; void other(void);
int main(void) { int y = x; other(); if (x != y) reach_error(); return 0; }
