extern int n;
void setup(void) { n = 2; }
