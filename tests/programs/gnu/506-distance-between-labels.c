// EXPECT: not supported: the distance between labels | line 4
// GNU C defines it: programs jump by it.
int main(void) {
  int far = &&second - &&first;
  goto *(&&first + far);
first:
  return 1;
second:
  return 0;
}
