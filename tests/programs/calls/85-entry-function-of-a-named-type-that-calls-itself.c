// EXPECT: returns 0
// GCC: no
extern void reach_error(void);
typedef signed number;
typedef number result;
static int count;
result main(void) {
  if (count++ < 2) {
    int found = main();
    if (found != 0) reach_error();
  }
}
