// EXPECT: true by flow:termination
// PROPERTY: termination
extern void errx(int, const char *, ...);
int main(void) {
  while (1) errx(1, "this is the end");
}
