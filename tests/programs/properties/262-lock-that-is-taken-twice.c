// EXPECT: unknown by flow:termination cpu=10
// PROPERTY: termination
#include <pthread.h>
int main(void) {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  return 0;
}
