// EXPECT: not supported: a text of a number with the prefix 0b | <__isoc23_strtol> | line 6
extern long __isoc23_strtol(const char *, char **, int);
int main(void) {
  return (int)__isoc23_strtol("0b11", 0, 0);
}
