int nondet_value(void);
int whole(void) { return nondet_value(); }
