// EXPECT: true by flow:default
// PROPERTY: memory-safety
#include <pthread.h>
#include <stdlib.h>
struct queue { int length; pthread_mutex_t lock; pthread_cond_t filled; } one;
static int insert(struct queue *q) {
  pthread_mutex_lock(&q->lock);
  int length = ++q->length;
  pthread_cond_signal(&q->filled);
  pthread_mutex_unlock(&q->lock);
  return length;
}
int main(void) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  struct queue *q = malloc(sizeof *q);
  if (!q) return 0;
  pthread_mutex_init(&q->lock, &kind);
  pthread_cond_init(&q->filled, 0);
  int n = insert(q) + insert(&one);
  pthread_mutex_destroy(&q->lock);
  free(q);
  return n;
}
