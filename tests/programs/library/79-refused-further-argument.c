// EXPECT: not supported: the library function fcntl, which may write to memory, | line 4
extern int fcntl(int, int, ...);
struct lock { short kind, whence; long start, length; int process; };
int main(void) { struct lock f = {1}; fcntl(0, 5, &f); return f.kind; }
