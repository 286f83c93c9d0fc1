// EXPECT: not supported: a string literal | line 2
int main(void) { char s[] = "abc"; return s[0]; }
