// EXPECT: false by flow:bmc because does not exist any more
// PROPERTY: valid-deref
int main(void) { int *p = ({ int x = 3; &x; }); return *p; }
