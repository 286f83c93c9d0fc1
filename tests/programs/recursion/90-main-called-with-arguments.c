// EXPECT: false by bmc; any by value, cmc
extern void reach_error(void);
int main(int c, char **v) { if (c < 1) { reach_error(); } if (c > 1) return 0; return main(c - 1, v); }
