// EXPECT: returns 0
int last(int n) {
  return ({
    int found = 0;
    while (n) {
      found++;
      if (found == 3) goto there;
      n--;
    }
    found = 77;
  there:
    found;
  });
}
int main(void) { return last(1) != 77 || last(5) != 3 || ({ here: also: 4; }) != 4; }
