// EXPECT: unknown by flow:abstract, flow:cmc-three, flow:accelerate, flow:ranged
extern void reach_error(void);
int main(void) {
  int a[17];
  int get(int i) { return a[i]; }
  for (unsigned i = 0; i < 1000000000u; i++) ;
  if (get(3) != 0) reach_error();
  return 0;
}
