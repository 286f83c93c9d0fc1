// EXPECT: error
extern void reach_error(void);
static void die(void) {}
int main(void) {
  die();
  reach_error();
  return 0;
}
