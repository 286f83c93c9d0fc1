// EXPECT: returns 4
// HIDDEN: nothing
int never(int n) { return n ? never(n) : 0; }
int used(void) { return 0; }
int main(void) { int n = sizeof(never(1)) + used() + sizeof(elsewhere()) - sizeof(({ static int s; goto x; x: s++; s; })); return 0 ? never(2) : n; }
