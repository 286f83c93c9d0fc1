// EXPECT: true
// ARGS: --flow impact
/* A window of a protocol: what is sent and what is awaited go round in step, or one apart. Neither unwinding nor
   explicit values end; the loop invariant relates two numbers that nothing bounds. */
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int sent = __VERIFIER_nondet_uint(), awaited = sent;
  int open = 0;
  while (__VERIFIER_nondet_int()) {
    if (open) {
      if (sent != awaited + 1) reach_error();
      awaited++;
      open = 0;
    } else {
      if (sent != awaited) reach_error();
      sent++;
      open = 1;
    }
  }
  return 0;
}
