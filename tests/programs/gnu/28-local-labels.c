// EXPECT: returns 3
int main(void) {
  int x = 0;
  { __label__ again, out; again: if (x == 3) goto out; x++; goto again; out: ; }
  return x;
}
