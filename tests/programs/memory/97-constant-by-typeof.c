// EXPECT: true by bmc assuming no writing to a string literal or an object that is defined const; true by value, cmc
extern void reach_error(void);
const int c = 1;
int main(void) { __typeof__(c) d = 1; __typeof__(const int) e = 1; *(int *)&e = 2; *(int *)&d = 2; if (d == 2 || e == 2) reach_error(); }
