// EXPECT: unknown by flow:value because the property asks what a proof assumes
// PROPERTY: valid-deref
int main(void) {
  int *kept = 0;
  for (int i = 0; i < 2; i++) {
    int own = i;
    if (i) *kept = 3;  // that of the round before
    kept = &own;
  }
}
