// EXPECT: false by flow:termination
// PROPERTY: termination
int main(void) {
  for (short i = 0; i < 40000; i++)
    ;
  return 0;
}
