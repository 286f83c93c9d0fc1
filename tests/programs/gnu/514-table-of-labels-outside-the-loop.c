// EXPECT: returns 0
// HIDDEN: 0 0
//
// The only jump begins after the declaration of t: taking the address of a label is no jump.
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
  return n - 1;
}
