// EXPECT: true by bmc assuming no writing to a string literal or an object that is defined const; true by value, cmc
extern void reach_error(void);
struct s { int free; const int a; };
int main(void) { struct s s = {1, 1}; s.free = 2; *(int *)&s.a = 2; if (s.a == 2) reach_error(); }
