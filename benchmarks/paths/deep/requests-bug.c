// EXPECT: false
// Requests open and close connections; the one that is closed too often is found behind many that are not.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  int open = 0, most = 0;
  for (int i = 0; i < 7; i++) {
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
  if (most == 4 && open == 1) {
    reach_error();
  }
  return 0;
}
