// EXPECT: returns 11
extern int sscanf(const char *, const char *, ...);
int main(void) {
  char b[8] = "";
  int result = sscanf("d", "%[a-c-e]", b);
  result += 2 * sscanf("z", "%[z-a]", b);
  result += 4 * sscanf("_", "%[-a]", b);
  result += 8 * sscanf("-", "%[z-a]", b);
  return result;
}
