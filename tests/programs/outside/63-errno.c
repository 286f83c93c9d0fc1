// EXPECT: true by bmc assuming nothing; any by value, cmc
extern void reach_error(void); int *__errno_location(void); int puts(const char *); void perror(const char *);
int main(void) {
  *__errno_location() = 3;
  puts("one");
  if (*__errno_location() == 0) reach_error();
  perror("two");
  if (*__errno_location() <= 0) reach_error();
  return 0;
}
