// EXPECT: false by flow:value because at line 7: read of a local variable that was never written
// PROPERTY: undefined-behaviour
static int last(int skips) {
  if (skips) goto end;
  int number = 3;
end:
  return number;
}
int main(void) {
  return last(0) + last(1);
}
