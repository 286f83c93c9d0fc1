// EXPECT: unknown by bmc, value, cmc
extern void reach_error(void);
int main(void) { __int128 b; if (__builtin_mul_overflow((__int128)1 << 100, (__int128)1 << 30, &b)) reach_error(); return 0; }
