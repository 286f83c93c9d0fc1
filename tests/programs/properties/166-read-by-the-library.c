// EXPECT: false by flow:value
// PROPERTY: valid-deref
#include <stdio.h>
int main(void) {
  char two[2] = {'1', '2'};
  fwrite(two, 1, 3, stdout);
}
