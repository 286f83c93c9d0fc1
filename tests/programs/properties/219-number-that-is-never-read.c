// EXPECT: false by flow:termination because its state is that where the cycle begins
// PROPERTY: termination
/* What is no number stays in the text: scanf comes to it again and again. */
extern int scanf(const char *, ...);
int main(void) {
  int number, sum = 0;
  while (scanf("%d", &number) != -1) sum += number;
  return sum;
}
