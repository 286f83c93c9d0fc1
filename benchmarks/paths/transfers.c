// Transfers between three accounts, each refused where the money is not there: the sum stays the same.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static unsigned accounts[3] = {100, 100, 100};

static int transfer(unsigned from, unsigned to, unsigned amount) {
  if (accounts[from] < amount) {
    return 0;
  }
  accounts[from] -= amount;
  accounts[to] += amount;
  return 1;
}

int main(void) {
  unsigned refused = 0;
  for (int i = 0; i < 7; i++) {
    unsigned amount = __VERIFIER_nondet_uint();
    if (amount > 50) {
      refused += !transfer(0, 1, amount);
    } else if (amount > 20) {
      refused += !transfer(1, 2, amount);
    } else {
      refused += !transfer(2, 0, amount);
    }
  }
  if (refused > 7 || accounts[0] + accounts[1] + accounts[2] != 300) {
    reach_error();
  }
  return 0;
}
