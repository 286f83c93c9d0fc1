// EXPECT: true by flow:value
// PROPERTY: memory-safety
#include <stdlib.h>
static void hold(int value) {
  static struct { int *first; } held;
  if (!held.first) held.first = malloc(sizeof *held.first);
  *held.first = value;
}
int main(void) {
  hold(1);
  hold(2);
}
