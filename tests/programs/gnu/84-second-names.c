// EXPECT: returns 0
extern void reach_error(void);
static int count;
static int next(void) { static int n; count++; return ++n; }
int other(void) __attribute__((alias("next")));
extern int another(void) __attribute__((__alias__("next")));
int value = 3;
extern int same __attribute__((alias("value")));
int (*const by[])(void) = {next, other, another};
int main(void) {
  if (other() != 1 || next() != 2 || another() != 3 || by[1]() != 4 || count != 4) reach_error();
  if (by[0] != by[1] || other != another) reach_error();
  same = 5;
  return value + (&same != &value) - 5;
}
