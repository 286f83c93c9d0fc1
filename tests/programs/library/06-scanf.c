// EXPECT: returns 0
// HIDDEN: 3 77 254 4612811918334230528
// GCC: no
int scanf(const char *, ...);
int sscanf(const char *, const char *, ...);
int main(void) {
  int number = 0;
  unsigned char byte = 0;
  double fraction = 0;
  char word[5] = {0}, set[4] = {0}, rest = 'r';
  if (scanf("%d %hhx,%lf", &number, &byte, &fraction) != 3) return 1;
  if (number != 77 || byte != 254 || fraction != 2.5) return 2;
  if (sscanf(" h!\t-9 b", " %4s%*d %3[a-c]%c", word, set, &rest) != 2) return 3;
  return word[0] != 'h' || word[1] != '!' || word[2] || set[0] != 'b' || set[1] || rest != 'r';
}
