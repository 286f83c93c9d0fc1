// EXPECT: input error: the operator % takes no floating operands | line 3
int main(void) {
  return 5.0 % 2;
}
