// EXPECT: stops 3
// GCC: no
extern void err(int, const char *, ...), errx(int, const char *, ...);
int handled;
int main(void) {
  if (handled) err(2, "argument %d", handled);
  errx(3, "no argument %d", 5);
  handled = 1;
  return 0;
}
