// BMC: unknown | VALUE: unknown | CMC: unknown
extern void reach_error(void); extern struct s { int *p; } x;
int main(void) { if (x.p && *x.p == 3) reach_error(); return 0; }
