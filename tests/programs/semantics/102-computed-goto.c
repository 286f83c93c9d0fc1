// EXPECT: returns 0
// Labels are addresses of their own; a jump goes to the one whose address is given.
static int run(const char *code) {
  static void *const table[] = { &&add, &&twice, &&stop };
  int value = 1;
  goto *table[*code - 'a'];
add: value += 3; code++; goto *table[*code - 'a'];
twice: value *= 2; goto *table[*++code - 'a'];
stop: return value;
}
int main(void) {
  void *p = &&end;
  if (run("abc") != 8 || run("bac") != 5 || p == &&other) return 1;
  goto *p;
other: return 2;
end: return 0;
}
