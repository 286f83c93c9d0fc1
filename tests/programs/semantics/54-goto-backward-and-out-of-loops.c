// EXPECT: returns 0
int main(void) {
  int n = 0, rounds = 0;
again:
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++) {
      if (i * j == 6) goto out;
      n++;
    }
out:
  if (++rounds < 3) goto again;
  { goto end; }
  n = 1000;
end:
  return n == 39 ? 0 : n;
}
