// EXPECT: false by flow:cmc because read of 1 byte past `b`
// PROPERTY: valid-deref
int puts(const char *);
int main(void) {
  char b[2] = {'a', 'b'};
  return puts(b) > 0;
}
