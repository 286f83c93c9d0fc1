// EXPECT: not supported: typeof of a bit-field that is wider than int | line 6
struct wide {
  unsigned long long natural : 35;
} w;
int main(void) {
  typeof(w.natural + 1) x = -1;
  return x == -1ULL;
}
