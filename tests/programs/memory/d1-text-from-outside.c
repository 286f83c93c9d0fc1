// EXPECT: true by bmc assuming nothing; true by cmc; any by value
extern void reach_error(void);
extern char *strerror(int);
int main(void) {
  if (!strerror(2)) {
    reach_error();
  }
  return 0;
}
