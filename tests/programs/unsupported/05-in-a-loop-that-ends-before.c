// EXPECT: true by bmc, value, cmc
extern void reach_error(void); extern void *make(void);
int main(void) {
  for (int i = 0; i < 3; i++) if (i > 3) { int *p = make(); *p = 1; reach_error(); }
  return 0;
}
