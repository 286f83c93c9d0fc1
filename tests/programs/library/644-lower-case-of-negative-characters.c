// EXPECT: returns 0
extern int tolower(int), toupper(int);
int main(void) {
  for (int c = -128; c < 256; c++) {
    int lower = c < -1 ? c + 256 : c >= 'A' && c <= 'Z' ? c + 32 : c;
    int upper = c < -1 ? c + 256 : c >= 'a' && c <= 'z' ? c - 32 : c;
    if (tolower(c) != lower || toupper(c) != upper) return 1;
  }
  return 0;
}
