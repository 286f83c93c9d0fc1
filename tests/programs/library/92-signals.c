// EXPECT: returns 0
// ASSUMES: the result does not depend on the numeric values of addresses at 92-signals.c, line 14; the result does not depend on the numeric values of addresses at 92-signals.c, line 16; no signal comes from outside, and none is ignored when the program starts
typedef void (*handler)(int);
extern handler signal(int, handler);
extern int raise(int);
extern void reach_error(void);
static int last, count;
static void note(int number) { last = number; count++; }
static void other(int number) { last = -number; }
int main(void) {
  if (signal(2, note) != (handler)0 || raise(2) || last != 2 || count != 1) reach_error();
  if (raise(2) || count != 2) reach_error();
  if (signal(2, other) != note || raise(2) || last != -2 || count != 2) reach_error();
  if (signal(15, (handler)1) != (handler)0 || raise(15) || signal(15, note) != (handler)1) reach_error();
  if (raise(15) || last != 15 || raise(17) || raise(0)) reach_error();
  if (signal(9, note) != (handler)-1 || signal(0, note) != (handler)-1 || signal(65, (handler)1) != (handler)-1)
    reach_error();
  return 0;
}
