// EXPECT: not supported: the library function time, which may write to memory, | line 3
long time(long *t);
int main(void) { long t = 0; time(&t); return t == 0; }
