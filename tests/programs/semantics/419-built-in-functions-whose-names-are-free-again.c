// EXPECT: returns 0
static int length(char *s) {
  { int strlen = 4; if (strlen != 4) return 0; }
  return (int)__builtin_strlen(s);
}
struct lengths { int strlen; };
int main(void) {
  struct lengths kept = {3};
  return length("hey") - kept.strlen + (__builtin_memcmp("a", "a", 1) != 0);
}
