// EXPECT: not supported: a local array of more than a million elements with an initialiser | line 2
int main(void) { int a[100000000] = {0}; return a[5]; }
