// EXPECT: returns 0
static int third(int x) { return x + 3; }
int (*index)(int) = third;
int rindex;
int main(void) {
  int bcopy = index(4);
  return bcopy + rindex != 7;
}
