// EXPECT: returns 7
// HIDDEN: 7
// GCC: no
int followed(int *p) { return *p; }
int main(void) {
  int x = followed(&x);
  return x;
}
