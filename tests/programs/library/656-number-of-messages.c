// EXPECT: unknown by bmc, flow:default
extern void reach_error(void);
extern unsigned error_message_count;
void error(int, int, const char *, ...);
int main(void) {
  unsigned a = error_message_count;
  error(0, 0, "x");
  if (error_message_count != a) reach_error();
  return 0;
}
