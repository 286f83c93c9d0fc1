// EXPECT: returns 0
// What _Generic and __builtin_choose_expr choose has its own type, and is the same lvalue (C11 6.5.1.1 p4).
struct part {
  char text[5];
  int number;
  unsigned bits : 3;
} part;
int array[3] = {1, 2, 3};
int twice(int x) { return 2 * x; }
int thrice(int x) { return 3 * x; }

int main(void) {
  if (sizeof(_Generic(1, int: "abcd", default: 0)) != 5 || sizeof(__builtin_choose_expr(0, 5, "abc")) != 4) return 1;
  if (sizeof(__builtin_choose_expr(1, array, 0)) != 12 || sizeof(_Generic(1, int: part.text)) != 5) return 2;
  if (sizeof(__builtin_choose_expr(1, (char)1, 0)) != 1 || sizeof(__builtin_choose_expr(1, twice, 0)) != 1) return 3;
  if (sizeof(_Generic(1, int: __builtin_choose_expr(0, 1, array))) != 12) return 4;
  typeof(_Generic(1, int: array)) other = {[2] = 9};
  typeof(__builtin_choose_expr(1, (char)1, 0)) small = 300;
  if (other[2] != 9 || small != 44) return 5;
  __builtin_choose_expr(1, part.number, 0) = 7;
  _Generic(1, int: part.bits, default: array) = 13;
  if (part.number != 7 || part.bits != 5) return 6;
  if (&__builtin_choose_expr(1, part, 0) != &part || &_Generic(1, int: array)[2] != array + 2) return 7;
  if ((char *)(&__builtin_choose_expr(1, array, 0) + 1) - (char *)array != 12) return 8;
  if (__builtin_choose_expr(0, 1, array)[1] != 2 || __builtin_choose_expr(1, part, 0).number != 7) return 9;
  return __builtin_choose_expr(0, twice, thrice)(2) != 6;
}
