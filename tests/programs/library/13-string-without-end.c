// EXPECT: undefined
// HIDDEN: 1 97 98 99
// GCC: no
int scanf(const char *, ...);
int main(void) {
  char word[2] = {0};
  return scanf("%s", word);
}
