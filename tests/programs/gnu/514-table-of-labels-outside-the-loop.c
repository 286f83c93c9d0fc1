// EXPECT: true
//
// The only jump begins after the declaration of t: taking the address of a label is no jump.
extern void reach_error(void);
static void set(int *p) { *p = 1; }
int main(void) {
  static void *steps[] = {&&add, &&end};
  int n = 0, next = 0;
  for (;;) {
    int t; set(&t);
    goto *steps[next++];
  add: n += t; continue;
  end: break;
  }
  if (n != 1) reach_error();
  return 0;
}
