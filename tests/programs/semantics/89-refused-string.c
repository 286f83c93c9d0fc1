// EXPECT: not supported: indexing of anything but a named array | line 2
int main(void) { return "abc"[1]; }
