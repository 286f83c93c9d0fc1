// EXPECT: true by value states=3000; unknown by symbolic; any by refined states=3000
extern void reach_error(void);

char composite[400];

int main(void) {
  int count = 0;
  for (int i = 2; i < 400; i++) {
    if (composite[i]) continue;
    count++;
    for (int j = 2 * i; j < 400; j += i) composite[j] = 1;
  }
  if (count != 78) reach_error();
  return 0;
}
