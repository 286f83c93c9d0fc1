// EXPECT: false by flow:termination
// PROPERTY: termination
int main(void) {
  for (;;)
    ;
}
