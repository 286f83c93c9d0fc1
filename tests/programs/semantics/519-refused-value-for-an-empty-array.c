// EXPECT: not supported: an initial value for something that has no elements | line 3
struct S { int z[0]; int a; };
int main(void) { struct S s = { 5 }; return s.a; }
