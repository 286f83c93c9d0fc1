// EXPECT(LP64): false by flow:cmc cpu=20, flow:greybox cpu=20
// EXPECT(ILP32): false by flow:cmc cpu=20
// PROPERTY: memory-safety
// an index that wraps around: the address belongs to no object
#include <stdlib.h>
#include <string.h>
static int ends_with(const char *text, char last) { return text[strlen(text) - 1] == last; }
int main(void) {
  char *text = malloc(8);
  if (!text)
    return 0;
  text[0] = __VERIFIER_nondet_int() ? 'x' : 0;
  text[1] = 0;
  int ends = ends_with(text, 'x');
  free(text);
  return ends;
}
