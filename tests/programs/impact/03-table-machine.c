// EXPECT: true by impact
extern void reach_error(void); extern unsigned char __VERIFIER_nondet_uchar(void);
/* A machine over many inputs and many states; the error needs a state that is never entered. */
int main(void) {
  unsigned state = 0, last = 0, seen = 0, sum = 0;
  while (1) {
    unsigned char in = __VERIFIER_nondet_uchar();
    sum += in;
    if (state == 0 && in == 1) { state = 1; last = in; seen |= 1; }
    else if (state == 1 && in == 2 && last == 1) { state = 2; last = in; seen |= 2; }
    else if (state == 1 && in == 3) { state = 0; last = sum; }
    else if (state == 2 && in == 4) { state = 3; last = seen; seen |= 4; }
    else if (state == 2 && in == 5 && sum > 10) { state = 1; last = 1; }
    else if (state == 3 && in == 6) { state = 4; seen = 0; }
    else if (state == 4 && in == 7) { state = 0; sum = last; }
    else if (state == 9 && in == 8 && seen > sum) reach_error();
    else if (state == 8 && in == 9) state = 9;
    else if (state == 7 && in == 9 && last < 3) state = 8;
  }
}
