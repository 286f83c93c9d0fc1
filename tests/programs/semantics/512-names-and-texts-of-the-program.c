// EXPECT: returns 9
static int größe(void) { return sizeof __func__; }
int main(void) {
  int $a = 1;
  {
    int x$$24$a = 2;
    $a += x$$24$a - 2;
  }
  if ('a" "' != 0x61222022) return 1;
  return $a + größe();
}
