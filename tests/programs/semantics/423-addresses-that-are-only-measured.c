// EXPECT: returns 0
/* An operand that is not evaluated may take the address of what lies in no memory. */
int main(void) {
  int row[4] = {1, 2, 3, 4}, other[3] = {0}, x = 2, n = 3;
  struct pair { int a, b; } pair = {1, 2};
  __typeof__(&row[0]) p = &row[1];
  __typeof__(&other) whole = 0;
  unsigned long sizes = sizeof(&row[0]) + sizeof(&other[1]) + sizeof(&x) + sizeof(&pair.b);
  if (*p != 2 || whole) return 1;
  if (sizes != 4 * sizeof(void *)) return 2;
  if (sizeof row + sizeof row[0] + sizeof(*&other) != 32) return 3;
  char block[*&n];
  if (sizeof block != 3) return 4;
  return 0;
}
