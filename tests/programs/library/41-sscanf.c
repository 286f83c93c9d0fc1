// EXPECT: true by bmc, symbolic
// What is read from a text is in the text.
int sscanf(const char *, const char *, ...);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  char text[4] = {0};
  for (int i = 0; i < 3; i++) {
    int c = __VERIFIER_nondet_int();
    if (c < '0' || c > '9') return 0;
    text[i] = (char)c;
  }
  int number = 0, further = 0, end = 0;
  int done = sscanf(text, "%2d%d%n", &number, &further, &end);
  if (done != 2 || end != 3) reach_error();
  if (number != 10 * (text[0] - '0') + text[1] - '0' || further != text[2] - '0') reach_error();
  return 0;
}
