// EXPECT: returns 6
static int $1 = 3, $argc = 2;
static int *$p = &$1;
int main(void) {
  int $2 = *$p, a$b = 1;
  /* $3 */ const char *text = "$4";
  return $2 + $argc + a$b - (text[0] != '$');
}
