// EXPECT: not supported: a compound literal that several elements share | line 4
// gcc makes one object.
int main(void) {
  int *p[2] = { [0 ... 1] = &(int){ 1 } };
  *p[0] = 5;
  return *p[1];
}
