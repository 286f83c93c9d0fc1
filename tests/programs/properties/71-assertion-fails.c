// EXPECT: true by flow:termination
// PROPERTY: termination
#include <assert.h>
int main(void) {
  while (1)
    assert(0);
}
