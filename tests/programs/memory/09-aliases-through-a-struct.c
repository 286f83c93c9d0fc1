// EXPECT: false by bmc, value, cmc
extern void reach_error(void);
struct pair { int *one, *other; };
void set(struct pair *p, int v) { *p->one = v; *p->other += 1; }
int main(void) { int x = 0; struct pair p = {&x, &x}; set(&p, 4); if (x == 5) reach_error(); return 0; }
