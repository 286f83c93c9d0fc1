// EXPECT: returns 0
// ASSUMES: no signal comes from outside, and none is ignored when the program starts
struct sigaction {
  void (*handler)(int);
  unsigned long mask[128 / sizeof(long)];
  int flags;
  void (*restorer)(void);
};
extern int sigaction(int, const struct sigaction *, struct sigaction *);
extern void reach_error(void);
int main(void) {
  struct sigaction new = {0};
  if (sigaction(9, 0, 0) != 0 || sigaction(19, 0, 0) != 0 || sigaction(0, 0, 0) != -1) reach_error();
  if (sigaction(9, &new, 0) != -1) reach_error();
  return 0;
}
