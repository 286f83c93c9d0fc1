// EXPECT: true by bmc assuming no reading of a _Bool that holds neither 0 nor 1; true by value, cmc
extern void reach_error(void);
int main(void) { _Bool b = 1; *(unsigned char *)&b = 2; if (b == 0) reach_error(); }
