// EXPECT: true by bmc, value, cmc
typedef __typeof__(sizeof(int)) size_t;
extern void reach_error(void); void *malloc(size_t);
int main(void) {
  if (malloc((size_t)1 << 34)) return 0;
  reach_error();
  return 0;
}
