// EXPECT: returns 0
typedef int done, size, kind;
static int labels(int x) {
  done k = 0;
done:
size:
  k++;
  if (k < x)
    kind: if (k == 2) { k += 10; goto kind; } else goto done;
  switch (x) {
  case 1: kind_of: k += 100;
  default: last: k++;
  }
  { size done = 5; if (k == 101 + 1) goto size_of; k += done; }
size_of:
  return k;
}
static int enumerators(void) {
  kind outside = sizeof(kind);
  enum { first, kind = 9, size };
  return outside + kind + size + first;
}
int main(void) {
  if (labels(3) != 12 + 1 + 1 + 5) return 1;
  if (labels(1) != 102) return 2;
  kind after = enumerators();
  return after != 4 + 9 + 10;
}
