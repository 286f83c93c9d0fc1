// EXPECT(LP64): returns 22
// EXPECT(ILP32): returns 11
int main(void) {
  const __typeof__(L'a') text[] = L"xy";
  int character = _Generic(L'a', long: 1, int: 2), element = _Generic(L"a"[1], long: 10, int: 20);
  if (sizeof text != 12 || text[1] != 'y') return 1;
  return character + element + 0;
}
