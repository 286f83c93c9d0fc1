// EXPECT: true by bmc, value; any by cmc
extern void reach_error(void); void free(void *); void *malloc(unsigned long);
int *kept;
static int first(void) { return kept[0]; }
int main(void) {
  for (int n = 1; n < 4; n++) {
    int a[n], *q = malloc(4);
    if (n == 3) { free(q); break; }
    a[0] = n; kept = a; *q = n;
    if (first() != n) reach_error();
    kept = q;
    if (first() != n) reach_error();
    free(q);
  }
  return 0;
}
