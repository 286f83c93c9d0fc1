// EXPECT: not supported: the input function scanf | line 6
int scanf(const char *, ...);
int main(void) {
  char text[] = "%d";
  int n = 0;
  return scanf(text, &n);
}
