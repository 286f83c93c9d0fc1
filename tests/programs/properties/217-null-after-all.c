// EXPECT: false by flow:bmc because read through a null pointer
// PROPERTY: valid-deref
int main(void) {
  int *mine;
  int **where = &mine;
  *where = 0;
  return *mine;
}
