// EXPECT: false by flow:value cpu=10; false by flow:bmc cpu=10
// PROPERTY: undefined-behaviour
int m[3][4];
int main(void) {
  int i = 4;
  return (*(m + 1))[i];
}
