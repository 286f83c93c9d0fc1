// EXPECT: false by flow:default
// PROPERTY: memory-safety
#include <pthread.h>
int main(void) {
  pthread_mutex_unlock(0);
  return 0;
}
