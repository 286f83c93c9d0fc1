// EXPECT: returns 5
/* The length is no constant expression (C11 6.6 p3), so that it is computed. */
int main(void) {
  int n = 0;
  int s =
      sizeof(char[(n++, 4)]);
  return s + n;
}
