// EXPECT: not supported: _Generic with such a type | line 2
int main(void) { const char *s = "x"; return _Generic(1 ? s : s, char *: 1, default: 0); }
