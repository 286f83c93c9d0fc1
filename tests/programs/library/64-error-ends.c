// EXPECT: stops 2
// GCC: no
extern void reach_error(void);
extern void error(int status, int number, const char *format, ...);
int main(void) { error(0, 0, "%s", "goes on"); error(2, 0, "ends"); reach_error(); return 0; }
