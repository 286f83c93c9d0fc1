// EXPECT: false by flow:bmc because at the end of the program, at line 13: 1 object allocated at line 11 is lost
// PROPERTY: memory-safety
//
// The last pointer to the memory is a local variable whose address is known: it ends with its function. The program
// returns in three places, and the violation is at the one that is taken.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int n;
  if (scanf("%d", &n) != 1) return 1;
  int *a = malloc(sizeof *a);
  if (a && scanf("%d", &a[0]) != 1)
    return 2;
  free(a);
  return 0;
}
