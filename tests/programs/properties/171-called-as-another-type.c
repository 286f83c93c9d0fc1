// EXPECT: unknown by flow:cmc because call of a function with another type than its own
// PROPERTY: valid-deref
void nothing(int given) {}
int main(void) {
  int (*called)(int) = (int (*)(int))nothing;
  return called(1);  // no access of what is no function
}
