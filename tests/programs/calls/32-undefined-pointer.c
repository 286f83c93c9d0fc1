// EXPECT: returns 7
// HIDDEN: 1
// GCC: no
// ASSUMES: the undefined variable p holds anything at the start, and nothing else changes it; a pointer that the undefined variable p holds at the start is null or points to a new object of 61439 bytes, which nothing else changes
extern int *p;
int main(void) {
  return p ? *p + 7 : 0; }
