// EXPECT: returns 0
extern void reach_error(void);
int main(void) {
  char c = '\8', *text = "\9a\189";
  if (c != '8' || text[0] != '9' || text[1] != 'a' || text[2] != 1 || text[3] != '8' || text[4] != '9') reach_error();
  return 0;
}
