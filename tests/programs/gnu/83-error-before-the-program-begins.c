// EXPECT: error
extern void reach_error(void);
__attribute__((constructor)) static void begin(void) { reach_error(); }
int main(void) { return 0; }
