// EXPECT: not supported: the function _setjmp, by which control goes other ways, | line 4
typedef struct { long saved[50]; } jmp_buf[1];
int _setjmp(jmp_buf); void longjmp(jmp_buf, int); jmp_buf place;
int main(void) { int n = _setjmp(place); if (!n) longjmp(place, 1); return 0; }
