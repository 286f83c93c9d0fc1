// EXPECT: true by bmc assuming nothing; true by value, cmc
extern void reach_error(void);
struct s { int free; const int a; };
void set(int *p) { *p = 2; }
int main(void) { struct s s = {1, 1}; set(&s.free); if (s.free != 2) reach_error(); }
