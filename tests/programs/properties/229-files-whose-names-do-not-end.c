// EXPECT(LP64): false by flow:cmc cpu=20
// EXPECT(ILP32): false by flow:cmc cpu=20
// PROPERTY: memory-safety
// functions of files read the text that they are given
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char name[4];
  for (int i = 0; i < 4; i++)
    name[i] = __VERIFIER_nondet_char() | 64;
  if (system(NULL) && freopen(NULL, "w", stdout))
    remove("x");
  FILE *file = fopen(name, "r");
  return file != 0;
}
