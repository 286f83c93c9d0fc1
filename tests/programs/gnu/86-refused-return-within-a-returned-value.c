// EXPECT: not supported: the attribute cleanup in such a function | line 8
int n;
void done(int *p) { n++; }
int f(int k) {
  __attribute__((cleanup(done))) int v = 1;
  if (v == 0)
    return 0;
  return ({
    if (k)
      return 5;
    1;
  });
}
int main(void) { return f(1) + n; }
