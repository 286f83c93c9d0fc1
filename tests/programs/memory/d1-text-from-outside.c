// BMC: true | CMC: true | ASSUMES: nothing
extern void reach_error(void);
extern char *strerror(int);
int main(void) {
  if (!strerror(2)) {
    reach_error();
  }
  return 0;
}
