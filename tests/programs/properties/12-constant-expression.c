// EXPECT: true by flow:cmc
// PROPERTY: no-overflow
static int table[1 << 3] = {1 << 4};
enum { LEAST = -2147483647 - 1 };
int main(void) {
  switch (table[0]) {
  case LEAST:
    return 1;
  default:
    return LEAST == table[1];
  }
}
