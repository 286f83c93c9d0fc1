// EXPECT: false by flow:bmc because does not exist any more
// PROPERTY: valid-deref
static int read(int *p) { return *p; }
int main(void) { return read(({ int x = 3; &x; })); }
