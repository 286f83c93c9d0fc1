int number = 20;
static int result = 7;
int value(void) { static int number = 2; return number; }
int other_value(void) { return value(); }
int other_number(void) { return number; }
int later(void) { return result; }
int inner(void) { return later(); }
