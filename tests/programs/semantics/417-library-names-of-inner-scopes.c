// EXPECT: returns 0
extern void reach_error(void);
extern int abs(int);
extern long labs(long);
typedef int function(int);
static int twice(int x) { return 2 * x; }
static int of_type(int abs(int), int x) { return abs(x); }
static int of_named_type(function abs, int x) { return abs(x); }
static int old_style(abs, x) int abs(); int x; { return abs(x); }
static int pointer(int (*abs)(int), int x) { return (*abs)(x) + abs(x); }
static int block(int x) {
  int sum = abs(x);
  { function *abs = twice; sum += abs(x); }
  for (function *abs = twice; sum < 0; sum += 200) sum += abs(x);
  sum += abs(x);
  { int abs(int); sum += abs(x); }
  return sum;
}
static int hidden_again(function abs, int x) {
  { extern int abs(int); x = abs(x) + 1; }
  return abs(x);
}
static int length(int labs) { return labs + (int)__builtin_labs(-3); }
int main(void) {
  if (of_type(twice, -4) != -8 || of_named_type(twice, -4) != -8 || old_style(twice, -4) != -8) reach_error();
  if (pointer(twice, -4) != -16) reach_error();
  if (block(-50) != 150) reach_error();
  if (hidden_again(twice, -4) != 10) reach_error();
  return length(1) - 4;
}
