// EXPECT: false by bmc assuming nothing; false by value, cmc
extern void reach_error(void);
union u { _Bool b; unsigned char c; };
int main(void) { union u u; u.c = 255; u.b = 0; if (u.c == 0) reach_error(); }
