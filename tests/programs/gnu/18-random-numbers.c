// EXPECT: returns 0
// HIDDEN: -1 5
// GCC: no
int rand(void); void srand(unsigned);
int main(void) {
  srand(3);
  int x = rand(), y = rand();
  return x != 2147483647 || y != 5;
}
