// EXPECT: not supported: a floating type of 128 bits | line 7
typedef long long wide;
struct s { char c; wide w __attribute__((aligned(2 * __alignof(wide)))); };
typedef struct { long long l; __float128 f __attribute__((aligned(__alignof(__float128)))); } most_aligned;
_Float128 fabsf128(_Float128 x);
int main(void) { if (sizeof(struct s) != 4 * __alignof(wide)) return 1;
  __float128 x = 1; return x + 1e-30 == x; }
