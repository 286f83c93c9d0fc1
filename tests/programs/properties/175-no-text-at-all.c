// EXPECT: false by flow:value because at line 5: read through a null pointer
// PROPERTY: valid-deref
#include <stdio.h>
int main(void) {
  puts(0);
}
