// EXPECT: unknown by bmc because a jump to before the declaration of an array of variable length; unknown by flow:default
//
// It ends the array, also where its length never changes (C11 6.2.4 p7): gcc allocates the next one in its place.
extern void reach_error(void);
int main(void) {
  int n = 2, *p = 0;
again:;
  int v[n];
  if (p == v) reach_error();
  if (p) return 0;
  p = v;
  goto again;
}
