// EXPECT: unknown by flow:abstract, flow:cmc-three, flow:accelerate, flow:ranged
extern void reach_error(void);
const int c = 5;
const int *pc = &c;
extern int x;
int *p = &x;
int x = c;
int main(void) {
  for (unsigned i = 0; i < 1000000000u; i++) ;
  if (*p != 0) reach_error();
  return 0;
}
