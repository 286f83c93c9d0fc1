// EXPECT: unknown by bmc; any by value, cmc
extern void reach_error(void); typedef struct _IO_FILE FILE; extern FILE *stdout; int puts(const char *);
void setbuf(FILE *, char *);
char buffer[8192];
int main(void) {
  setbuf(stdout, buffer);
  puts("x");
  if (buffer[0] != 0) reach_error();
  return 0;
}
