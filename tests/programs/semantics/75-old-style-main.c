// EXPECT: not supported: a function definition in the old (K&R) style
int main(argc) int argc; { return 0; }
