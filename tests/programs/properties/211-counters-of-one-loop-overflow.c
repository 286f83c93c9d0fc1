// EXPECT: any by flow:kinduction; false by flow:bmc because at line 15: signed arithmetic
// PROPERTY: undefined-behaviour
int getchar(void);
int main(void) {
  char line[80];
  int i, words = 2147483647 - 1, in = 0;
  for (i = 0; i < 79; i++) {
    int c = getchar();
    if (c < 0) break;
    line[i] = (char)c;
  }
  line[i] = 0;
  for (i = 0; line[i]; i++) {
    if (line[i] == ' ') in = 0;
    else if (!in) { in = 1; words++; }
  }
  return words;
}
