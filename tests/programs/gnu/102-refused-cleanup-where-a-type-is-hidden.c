// EXPECT: not supported: the attribute cleanup in such a function | line 7
typedef int value;
void done(int *p) { *p = 0; }
static value get(void) {
  typedef char value;
  __attribute__((cleanup(done))) int g = 1;
  return 300;
}
int main(void) { return get() == 300; }
