// EXPECT: false by bmc, flow:default
extern void reach_error(void);
int *g;
int main(void) {
  for (int i = 0; i < 2; i++) {
    if (i == 1) goto use;
    int x;
    x = 0;
  use:
    g = &x;
    *g = i;
    if (*g == 1) reach_error();
  }
  return 0;
}
