// EXPECT: unknown by bmc, value, cmc
extern void reach_error(void);
struct s { int a; struct s *next; }; extern struct s *find(int);
int main(void) { struct s *p = find(3); while (p && p->a != 3) p = p->next; if (p) reach_error(); return 0; }
