// EXPECT: returns 0
// ASSUMES(ILP32): no signal comes from outside, and none is ignored when the program starts; the result does not depend on the numeric values of addresses where memory with one is read as an integer
// ASSUMES(LP64): no signal comes from outside, and none is ignored when the program starts; the result does not depend on the numeric values of addresses where memory with one is read as an integer; the result does not depend on what padding holds in local objects
typedef struct {
  unsigned long words[128 / sizeof(long)];
} sigset_t;
struct sigaction {
  void (*handler)(int);
  sigset_t mask;
  int flags;
  void (*restorer)(void);
};
extern int sigaction(int, const struct sigaction *, struct sigaction *), raise(int);
extern int sigemptyset(sigset_t *), sigaddset(sigset_t *, int), sigdelset(sigset_t *, int), sigfillset(sigset_t *);
extern int sigismember(const sigset_t *, int);
extern void reach_error(void);
static int last;
static void note(int number) { last = number; }
int main(void) {
  struct sigaction action = {note};
  static sigset_t set;
  sigemptyset(&action.mask);
  if (sigaction(10, &action, 0) || raise(10) || last != 10 || sigaction(9, &action, 0) != -1) reach_error();
  sigemptyset(&set);
  if (sigismember(&set, 3) || sigaddset(&set, 3) || sigismember(&set, 3) != 1 || sigismember(&set, 2)) reach_error();
  if (sigaddset(&set, 64) || sigismember(&set, 64) != 1 || sigaddset(&set, 65) != -1 || sigaddset(&set, 0) != -1)
    reach_error();
  if (sigdelset(&set, 3) || sigismember(&set, 3) || sigismember(&set, 65) != -1) reach_error();
  sigfillset(&set);
  if (sigismember(&set, 1) != 1 || sigismember(&set, 34) != 1 || sigdelset(&set, 66) != -1) reach_error();
  return 0;
}
