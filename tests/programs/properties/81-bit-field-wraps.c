// EXPECT: false by flow:termination
// PROPERTY: termination
int main(void) {
  struct {
    unsigned int x : 3;
  } s;
  for (s.x = 0; s.x < 8; s.x++)
    ;
  return 0;
}
