// EXPECT: returns 0
// INPUTS: 3
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int log_;
static void note(int *p) { log_ = log_ * 10 + *p; }
static void note_row(int (*p)[2]) { log_ = log_ * 10 + (*p)[1]; }
static int way(int k) {
  __attribute__((cleanup(note))) int x = 1;
  for (int i = 0; i < 2; i++) {
    int y __attribute__((__cleanup__(note))) = 2;
    static int z __attribute__((cleanup(note))) = 9;
    if (k == 1) continue;
    if (k == 2) break;
    if (k == 3) { y = 5; return y + log_ + z - 9; }
    if (k == 4) goto out;
    while (k == 5) { int __attribute__((cleanup(note_row))) row[2] = {0, 3}; k = 0; }
  }
  switch (k) { case 6: ; case 7: { int w __attribute__((cleanup(note))) = 4; break; } default: log_ = log_ * 10 + 6; }
  if (k == 8) {
  again:;
    int v __attribute__((cleanup(note))) = 7;
    if (log_ < 1000) goto again;
  }
out:
  return log_;
}
static void nothing(int k) { int x __attribute__((cleanup(note))) = 8; if (k) return; log_ = log_ * 10; }
static void check(int k, int result, int trace) {
  log_ = 0;
  if (way(k) != result || log_ != trace) reach_error();
}
int main(void) {
  check(1, 226, 2261);
  check(2, 26, 261);
  check(__VERIFIER_nondet_int(), 5, 51);
  check(4, 2, 21);
  check(5, 3226, 32261);
  check(6, 224, 2241);
  check(7, 224, 2241);
  check(8, 22677, 226771);
  log_ = 1;
  nothing(1);
  nothing(0);
  if (log_ != 1808) reach_error();
  return 0;
}
