// EXPECT: true by bmc; any by value, cmc
extern void reach_error(void);
static int other(void);
int main(int argc, char **argv) {
  if (argc > 50) return argc - 2;
  if (argc < 1 || other() != 68) reach_error();
  int (*again)(int, char **) = main;
  if (again(70, 0) != 68) reach_error();
  return 0;
}
static int other(void) { return main(70, 0); }
