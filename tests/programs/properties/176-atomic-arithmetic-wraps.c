// EXPECT: true by flow:bmc assuming nothing
// PROPERTY: no-overflow
#include <limits.h>
#include <stdatomic.h>
int main(void) {
  atomic_int counter = INT_MAX;
  atomic_fetch_add(&counter, 1);
  int other = INT_MIN;
  __sync_fetch_and_sub(&other, 1);
  __sync_sub_and_fetch(&other, INT_MIN);
  return counter != INT_MIN || other != -1;
}
