// EXPECT: true
// Requests open and close connections; there are never more than there were requests.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  int open = 0, most = 0;
  for (int i = 0; i < 6; i++) {
    unsigned request = __VERIFIER_nondet_uint();
    if (request > 3000) {
      open++;
      most = open > most ? open : most;
    } else if (request > 1000) {
      open -= open > 0;
    } else {
      open = 0;
    }
  }
  if (most < open || open < 0 || most > 6) {
    reach_error();
  }
  return 0;
}
