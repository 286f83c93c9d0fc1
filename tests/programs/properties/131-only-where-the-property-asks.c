// EXPECT: false by flow:cmc, flow:bmc because reach_error
// PROPERTY: assertions
extern void reach_error(void);
int main(void) {
  unsigned x;
  if (x == 3)
    reach_error();
  return 0;
}
