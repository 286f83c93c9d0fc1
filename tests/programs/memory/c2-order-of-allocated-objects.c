// EXPECT: false by bmc assuming nothing; false by value, cmc
extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void) {
  char *first = malloc(1), *second = malloc(1);
  if (first && second && second < first) {
    reach_error();
  }
  return 0;
}
