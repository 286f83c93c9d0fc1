// EXPECT: not supported: the library function readlink, which may write to memory, | line 3
long readlink(const char *, char *, __typeof__(sizeof 0));
int main(void) { char line[4] = ""; return readlink("a", line, 4) > 0; }
