// EXPECT: not supported: the distance between labels | line 6
// The distance of `word` and its end is known nevertheless.
int main(void) {
  static void *labels[] = {&&first, &&second};
  char word[] = "ab", *end = word + 2;
  if (end - word == 2) goto *(labels[0] + ((char *)labels[1] - (char *)labels[0]));
first:
  return 1;
second:
  return 0;
}
