// EXPECT: true by bmc, value; any by cmc
extern void reach_error(void);
int main(void) {
  int y = 2;
  __asm__ goto ("nop" : : : : away, here);
  y++;
here: y++;
away:
  if (y < 2 || y > 4) reach_error();
  return 0;
}
