// EXPECT: unknown by flow:termination because alarm
// PROPERTY: termination
extern unsigned alarm(unsigned);
int main(void) {
  alarm(1);
  while (1) {}
}
