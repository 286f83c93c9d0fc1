// EXPECT: returns 4
static const int table[3] = {1, 2, 3};
__attribute__((const)) static int f(int i) {
  return table[i];
}
int main(void) {
  return f(1) + f(1);
}
