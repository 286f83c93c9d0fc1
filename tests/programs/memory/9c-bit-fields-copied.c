// EXPECT: true by bmc assuming nothing; true by value, cmc
extern void reach_error(void);
struct s { unsigned a : 3; unsigned b : 2; int c; };
struct s next(struct s s) { s.a++; return s; }
void set(struct s *p) { p->b = 3; }
int main(void) { struct s s = {1}, t = next(s); set(&t); s = t; if (s.a != 2 || s.b != 3 || s.c != 0) reach_error(); }
