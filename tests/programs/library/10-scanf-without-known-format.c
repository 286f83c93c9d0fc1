// EXPECT: not supported: the input function scanf | line 5
int scanf(const char *, ...);
int main(int argc) {
  char text[] = "%d";
  return scanf(text, &argc);
}
