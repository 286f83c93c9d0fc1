// EXPECT: returns 0
// ASSUMES: the initial values at 50-initialisers-in-their-order.c, line 3, column 37 are computed in the order in which they are written
int main(void) { int i = 0, a[2] = {i, i++}; return a[0]; }
