// EXPECT(LP64): returns 222
// EXPECT(ILP32): returns 111
int main(void) {
  const __typeof__(L'a') text[] = L"xy";
  int character = _Generic(L'a', long: 1, int: 2), element = _Generic(L"a"[1], long: 10, int: 20);
  if (_Generic(L"a", long *: 0, int *: 0, default: 1) || sizeof text != 12 || text[1] != 'y') return 1;
  return character + element + _Generic(&text[0], const long *: 100, const int *: 200);
}
