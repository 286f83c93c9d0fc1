// EXPECT: not supported: _Generic with such a type | line 3
int open();
int main(void) { return _Generic(open, int (*)(int): 0, default: 1); }
