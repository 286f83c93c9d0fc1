int x;
extern int x;
int getb(void) { return x; }
int set(void) { return x = 7; }
