// EXPECT: returns 2
// HIDDEN: 1
/* gcc may call f before or after the length is read. */
static int n = 1;
static int f(void) { return n++; }

int main(void) {
  return f() + (int)sizeof(char[n]);
}
