// EXPECT: unknown by flow:cmc because the text that a computed output format reads
// PROPERTY: valid-deref
int printf(const char *, ...);
int main(void) {
  char f[3] = "%s", *p = 0;
  return printf(f, p) > 0;
}
