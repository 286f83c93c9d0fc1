// EXPECT: returns 0
static int value(void) { return 1; }
static int number = 10;
static int later(void);
int other_value(void), other_number(void), outer(void), result;
int main(void) {
  number++;
  if (value() != 1) return 1;
  if (other_value() != 2) return 2;
  if (number != 11) return 3;
  if (other_number() != 20) return 4;
  if (later() != 5) return 5;
  return outer() != 6;
}
int later(void) { return 5; }
static int inner(void) { return 6 + result; }
int outer(void) { return inner(); }
