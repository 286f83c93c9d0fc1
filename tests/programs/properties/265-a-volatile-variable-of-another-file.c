// EXPECT: any by flow:termination
// PROPERTY: termination
extern volatile int busy;
int main(void) {
  while (busy) {}
  return 0;
}
