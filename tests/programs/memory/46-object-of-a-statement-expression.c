// EXPECT: true by bmc assuming no invalid dereference; true by value; any by cmc
extern void reach_error(void);
int main(void) { int *p = ({ int x = 3; &x; }); if (*p != 3) reach_error(); return 0; }
