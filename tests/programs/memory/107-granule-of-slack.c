// EXPECT(ILP32): false by bmc, flow:default
extern void *malloc(unsigned int);
extern void free(void *);
extern void reach_error(void);
int main(void) {
  for (int i = 0; i < 2; i++) {
    char *p = malloc(62000);
    free(p);
  }
  reach_error();
  return 0;
}
