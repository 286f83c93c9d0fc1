// EXPECT: stops 1
extern void exit(int);
int main(void) { exit(4294967297LL); }
