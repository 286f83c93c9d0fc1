// EXPECT: true
// A reader of messages of at most seven bytes, which gives up at the first that is wrong: a tree that leans to one side.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
  unsigned depth = 0, digits = 0, letters = 0, signs = 0;
  for (int i = 0; i < 7; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c >= '0' && c <= '9') {
      digits++;
    } else if (c >= 'a' && c <= 'z') {
      letters++;
    } else if (c == '(') {
      depth++;
    } else if (c == ')' && depth > 0) {
      depth--;
      signs += 2;
    } else {
      return 1;
    }
  }
  if (digits + letters + depth + signs != 7) {
    reach_error();
  }
  return 0;
}
