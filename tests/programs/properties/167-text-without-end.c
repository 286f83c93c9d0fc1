// EXPECT: false by flow:value because at line 7 in the call of perror
// PROPERTY: valid-deref
#include <stdio.h>
int main(void) {
  char two[2] = {'1', '2'};
  perror(0);  // reads nothing
  perror(two);
}
