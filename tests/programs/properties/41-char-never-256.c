// EXPECT: false by flow:termination because its state is that where the cycle begins
// PROPERTY: termination
int main(void) {
  for (unsigned char i = 0; i < 256; i++)
    ;
  return 0;
}
