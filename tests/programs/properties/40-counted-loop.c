// EXPECT: true by flow:termination
// PROPERTY: termination
int main(void) {
  for (int i = 0; i < 100000; i++)
    ;
  return 0;
}
