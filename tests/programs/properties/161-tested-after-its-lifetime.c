// EXPECT: unknown by flow:cmc because a pointer to a local object after its lifetime
// PROPERTY: valid-deref
int main(void) {
  int *kept = 0;
  for (int length = 1; length < 3; length++) {
    int array[length];
    if (kept) return kept[0];  // a residual program has to tell that, too
    array[0] = 1;
    kept = array;
  }
}
