// EXPECT: false by bmc; any by value, cmc
extern void reach_error(void);
struct small { int a; char b; };
static struct small found(int x) { if (x) { struct small s = {x, 2}; return s; } }
int main(void) { if (found(0).a == 4711) reach_error(); return 0; }
