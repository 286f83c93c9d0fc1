// EXPECT: unknown by flow:default, bmc because read before it is written
extern void reach_error(void);
static int first(char *text) { return text[0]; }
static int twice(int i) {
  char text[6000];
  int before = first(text);
  text[0] = 1;
  return before;
}
int main(void) {
  for (int i = 0; i < 3; i++)
    if (twice(i) == 7 && i) reach_error();
  return 0;
}
