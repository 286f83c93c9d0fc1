// EXPECT: false by bmc assuming nothing; false by value, cmc
void *calloc(unsigned long, unsigned long);
extern void reach_error(void);
struct s { int n; _Bool b; };
int main(void) { struct s *p = calloc(1, sizeof *p); if (!p) return 0; if (p->b) return 0; p->b = 5; if (p->b == 1) reach_error(); }
