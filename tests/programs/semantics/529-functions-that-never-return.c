// EXPECT: stops 3
extern void exit(int);
__attribute__((noreturn)) void die(void), stop(int);
void (last)(int) __attribute__((noreturn));
int main(void) { stop(3); return 1; }
void die(void) { exit(1); }
void stop(int n) { (last)(n); }
void last(int n) { exit(n); }
