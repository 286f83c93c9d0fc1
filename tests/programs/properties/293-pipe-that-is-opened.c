// EXPECT: unknown by flow:termination because the library function open, which may wait for ever
// PROPERTY: termination
extern int mkfifo(const char *, unsigned);
extern int open(const char *, int, ...);
int main(void) { mkfifo("/tmp/f", 0600); return open("/tmp/f", 0); }
