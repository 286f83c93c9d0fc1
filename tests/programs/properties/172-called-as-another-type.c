// EXPECT: false by flow:value because at line 6: call of a function with another type than its own
// PROPERTY: undefined-behaviour
void nothing(int given) {}
int main(void) {
  int (*called)(int) = (int (*)(int))nothing;
  return called(1);
}
