// EXPECT: true by flow:cmc assuming the function mk returns no null pointer, as it is declared returns_nonnull
extern void reach_error(void);
int *mk(void) __attribute__((returns_nonnull));
int main(void) {
  int *p = mk();
  if (!p) reach_error();
  return 0;
}
