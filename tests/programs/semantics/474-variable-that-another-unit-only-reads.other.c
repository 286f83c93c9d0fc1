int a = 1;
void set(void) { a = 2; }
