// EXPECT: unknown by flow:bmc cpu=10
// PROPERTY: assertions
// What is not initialised does not matter, and nothing can be read.
#include <assert.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  int u, v = 1;
  if (u) v = 2;
  close(0);
  int c = getchar();
  assert(c == EOF && v);
  return 0;
}
