// EXPECT: true by flow:bmc cpu=10
// PROPERTY: undefined-behaviour
extern int get(void);
int a[4];
int main(void) {
  int i = get();
  if (i >= 0 && i < 4)
    a[i] = 1;
  return 0;
}
