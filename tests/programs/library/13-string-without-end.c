// EXPECT: undefined
// HIDDEN: 1 97 98 99
// Two bytes are too few for the word.
int scanf(const char *, ...);
int main(void) {
  char word[2] = {0};
  return scanf("%s", word);
}
