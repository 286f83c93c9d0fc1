// EXPECT: false by flow:value because at line 6 in the call of memcmp
// PROPERTY: valid-deref
#include <string.h>
int main(void) {
  char short_one[2] = "x", other[3] = "yy";
  return memcmp(short_one, other, 3) != 0;  // they differ at once
}
