// EXPECT: false by flow:bmc cpu=10
// PROPERTY: assertions
#include <assert.h>
#include <stdio.h>
int main(void) {
  int u, v = 1;
  if (u) v = 2;
  int c = getchar();
  assert(c != 'a' || !v);
  return 0;
}
