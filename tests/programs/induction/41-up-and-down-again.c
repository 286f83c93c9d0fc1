// EXPECT: true by kinduction

// First both rise together, then one falls: where it turns is in the text.
extern void reach_error(void);
int main(void) {
  int x = 0, height = 0;
  while (1) {
    if (x < 500) height++;
    else height--;
    if (height < 0) break;
    x++;
  }
  if (x != 1000) reach_error();
  return 0;
}
