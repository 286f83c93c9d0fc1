// EXPECT: false by bmc; unknown by flow:default
//
// The body of a switch is never entered by its beginning: what x held in the block before is not known, either.
extern void reach_error(void);
int main(void) {
  for (int i = 0; i < 2; i++)
    switch (i) {
    case 0: case 1: ;
      if (i) goto on;
      int x;
      { int *p = &x; *p = 7; }
    on:
      { int *p = &x; if (i && *p != 7) reach_error(); }
    }
  return 0;
}
