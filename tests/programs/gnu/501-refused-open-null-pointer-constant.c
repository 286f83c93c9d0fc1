// EXPECT: not supported: a conditional with what may be a null pointer constant | line 4
int main(void) {
  int x = 1;
  return sizeof(*(1 ? (void *)(long)(0 && x) : &x));
}
