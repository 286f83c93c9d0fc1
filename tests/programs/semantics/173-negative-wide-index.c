// EXPECT: undefined
// There is no element before the first.
int a[3];
int main(void) { __int128 i = -1; return a[i]; }
