// EXPECT: true by bmc assuming no writing to a string literal; any by value, cmc
extern void reach_error(void);
int main(void) { char *s = "ab"; s[0] = 'x'; if (s[0] == 'x') reach_error(); return 0; }
