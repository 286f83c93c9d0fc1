// EXPECT: returns 0
// INPUTS: 65 1000
// GCC: no
char nondet_value(void);
int whole(void);
int main(void) {
  if (nondet_value() != 65) return 1;
  return whole() != 1000;
}
