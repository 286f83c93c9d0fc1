// EXPECT: true by bmc assuming nothing; any by value, cmc
extern void reach_error(void); typedef struct _IO_FILE FILE; extern FILE *stdout, *stderr;
typedef __typeof__(sizeof(int)) size_t;
int setvbuf(FILE *, char *, int, size_t); void setbuf(FILE *, char *);
int main(void) {
  int n = 1;
  setbuf(stdout, 0);
  setvbuf(stderr, 0, 2 * n++, 0);
  if (n != 2) reach_error();
  return 0;
}
