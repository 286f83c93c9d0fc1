// EXPECT: false by bmc; any by value, cmc
extern void reach_error(void); int *__errno_location(void); int puts(const char *);
int main(void) {
  *__errno_location() = 0;
  puts("one");
  if (*__errno_location() == 25) reach_error();
  return 0;
}
