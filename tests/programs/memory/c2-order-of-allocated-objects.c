// BMC: false | VALUE: false | CMC: false | ASSUMES: nothing
extern void reach_error(void);
extern void *malloc(unsigned long);
int main(void) {
  char *first = malloc(1), *second = malloc(1);
  if (first && second && second < first) {
    reach_error();
  }
  return 0;
}
