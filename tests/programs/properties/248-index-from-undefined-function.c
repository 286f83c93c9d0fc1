// EXPECT: false by flow:bmc cpu=10; false by flow:value cpu=10
// PROPERTY: undefined-behaviour
extern unsigned char get(void);
int a[4];
int main(void) {
  unsigned char i = get();
  a[i] = 1;
  return 0;
}
