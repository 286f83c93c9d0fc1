// EXPECT: unknown by bmc; any by value, cmc
typedef __typeof__(sizeof(int)) size_t;
extern void reach_error(void); void *malloc(size_t); void *calloc(size_t, size_t);
int main(void) {
  if (calloc((size_t)1 << 30, 16)) return 0;
  reach_error();
  return 0;
}
