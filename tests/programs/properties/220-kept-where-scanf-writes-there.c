// EXPECT: true by flow:bmc
// PROPERTY: memory-safety
//
// What a function declares static has a pointer to the memory still when the program ends.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  static int *a;
  a = malloc(sizeof *a);
  if (a && scanf("%d", &a[0]) != 1) return 2;
  return 0;
}
