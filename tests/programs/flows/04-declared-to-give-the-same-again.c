// EXPECT: unknown by flow:cmc because it may rest on what 'g' gives
extern void reach_error(void);
int g(int) __attribute__((const));
int main(void) {
  int x = g(1);
  if (x != g(1)) reach_error();
  return 0;
}
