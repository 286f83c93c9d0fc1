// EXPECT: false by flow:bmc cpu=10; false by flow:value cpu=10
// PROPERTY: no-overflow
extern int get(void);
extern int limit;
int main(void) {
  int i = get();
  if (i <= limit)
    return i + 1;
  return 0;
}
