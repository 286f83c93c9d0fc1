// EXPECT: undefined
int main(void) { long long wide = 0; return __builtin_sadd_overflow(2147483647, 1, &wide); }
