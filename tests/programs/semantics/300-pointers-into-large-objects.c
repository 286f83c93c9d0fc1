// EXPECT: returns 0
// INPUTS: 40000
typedef __typeof__(sizeof(int)) size_t;
void *malloc(size_t); void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int table[50000];
int main(void) {
  int *p = table, i = __VERIFIER_nondet_int();
  int *q = p + i, *end = p + 50000;
  *q = 3;
  if (q - p != 40000 || !(p < q) || q == end || !(q < end) || table[40000] != 3) reach_error();
  if (q - i != p || end - q != 10000) reach_error();
  char *h = malloc(200000), *last = h + 5 * i - 1;
  *last = 4;
  if (last < h || last - h != 199999 || *last != 4) reach_error();
  free(h);
  return 0;
}
