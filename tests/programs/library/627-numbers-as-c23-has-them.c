// EXPECT: returns 0
// GCC: no
extern long __isoc23_strtol(const char *, char **, int);
extern unsigned long __isoc23_strtoul(const char *, char **, int);
extern void reach_error(void);
int main(void) {
  char *end = 0;
  if (__isoc23_strtol("0bx", &end, 0) != 0 || *end != 'b') reach_error();
  if (__isoc23_strtoul(" +0x1fz", &end, 0) != 31 || *end != 'z') reach_error();
  if (__isoc23_strtol("101", &end, 2) != 5 || *end) reach_error();
  return 0;
}
