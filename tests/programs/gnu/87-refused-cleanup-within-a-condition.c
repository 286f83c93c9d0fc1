// EXPECT: not supported: the attribute cleanup in such a function | line 5
int n;
void done(int *p) { n++; }
int f(int k) {
  while (({
    __attribute__((cleanup(done))) int v = k;
    v > 9;
  }))
    k--;
  return n;
}
int main(void) { return f(1); }
