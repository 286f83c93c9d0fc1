// EXPECT: false by flow:default
extern void reach_error(void);
extern int isalpha(int);
int main(void) {
  int c = 65, x = isalpha(c) ?: 7;
  if (x != 1) reach_error();
  return 0;
}
