// EXPECT: true by value; any by bmc, cmc
extern void reach_error(void); void *memcpy(void *d, const void *s, unsigned long n);
int main(void) {
  int x = 7;
  int *p = &x, *q = 0;
  memcpy(&q, &p, sizeof p);
  *q = 8;
  if (x != 8) reach_error();
  return 0;
}
