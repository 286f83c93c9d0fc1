// EXPECT: false by bmc assuming no member that is declared const is written through a pointer; false by value, cmc
extern void reach_error(void);
struct s { int free; const int a; };
void set(int *p) { *p = 2; }
int main(void) { struct s s = {1, 1}; set((int *)&s.a); if (s.a == 2) reach_error(); }
