// EXPECT(LP64): returns 63
// EXPECT(ILP32): returns 31
typedef __typeof__(sizeof(long) == 8 ? 0L : 0LL) number;
typedef struct {
  number quot, rem;
} imaxdiv_t;
extern number imaxabs(number);
extern imaxdiv_t imaxdiv(number, number);
extern void reach_error(void);
int main(void) {
  if (__builtin_clrsb(0) != 31 || __builtin_clrsb(-1) != 31 || __builtin_clrsb(1) != 30 || __builtin_clrsb(-2) != 30)
    reach_error();
  if (__builtin_clrsb(0x7fffffff) || __builtin_clrsb(-0x7fffffff - 1) || __builtin_clrsbll(1LL << 40) != 22) reach_error();
  number least = -0x7fffffffffffffffLL;
  if (imaxabs(least) != 0x7fffffffffffffffLL || imaxabs(5) != 5) reach_error();
  imaxdiv_t found = imaxdiv(least, 10);
  if (found.quot != -922337203685477580LL || found.rem != -7) reach_error();
  return __builtin_clrsbl(0);
}
