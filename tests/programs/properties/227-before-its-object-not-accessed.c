// EXPECT: unknown by flow:cmc because an address so far from its object
// PROPERTY: memory-safety
// the address alone violates nothing, and what is done with it is not known
#include <stdlib.h>
int main(void) {
  unsigned long n = __VERIFIER_nondet_uint();
  if (n > 1)
    return 0;
  char *text = malloc(8);
  if (!text)
    return 0;
  char *last = text + (n - 1);
  int differs = last != text;
  free(text);
  return differs;
}
