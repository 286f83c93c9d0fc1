// EXPECT: not supported: an access through a pointer that 'p' holds | line 5
// HIDDEN: 64
extern int *p;
int main(void) {
  return p ? *p : 0; }
