/* A priority queue: a binary heap that grows, and a simulation that uses it.
 *
 * The simulation handles events in the order of their times. Handling one may
 * schedule others. Times are milliseconds since some epoch, and may be negative.
 *
 * -DBUG=1: the heap grows one element too late.
 * -DBUG=2: times are compared by their difference.
 */
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define FIRST_CAPACITY 4
#define MAX_EVENTS 10

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

enum kind { ARRIVAL, SERVICE, DEPARTURE };

struct event {
  int time;
  enum kind kind;
  unsigned customer;
};

struct heap {
  struct event *events;
  size_t size;
  size_t capacity;
};

static bool heap_init(struct heap *h) {
  h->events = malloc(FIRST_CAPACITY * sizeof *h->events);
  h->size = 0;
  h->capacity = FIRST_CAPACITY;
  return h->events != NULL;
}

static void heap_release(struct heap *h) {
  free(h->events);
  h->events = NULL;
  h->size = h->capacity = 0;
}

static bool heap_grow(struct heap *h) {
  size_t capacity = 2 * h->capacity;
  struct event *events = realloc(h->events, capacity * sizeof *events);
  if (!events) return false;
  h->events = events;
  h->capacity = capacity;
  return true;
}

static bool before(const struct event *a, const struct event *b) {
#if BUG == 2
  return a->time - b->time < 0; /* FAILS: 2 */
#else
  return a->time < b->time;
#endif
}

static void swap(struct event *a, struct event *b) {
  struct event kept = *a;
  *a = *b;
  *b = kept;
}

static void sift_up(struct heap *h, size_t i) {
  while (i > 0) {
    size_t parent = (i - 1) / 2;
    if (!before(&h->events[i], &h->events[parent])) break;
    swap(&h->events[i], &h->events[parent]);
    i = parent;
  }
}

static void sift_down(struct heap *h, size_t i) {
  for (;;) {
    size_t least = i;
    size_t left = 2 * i + 1;
    size_t right = left + 1;
    if (left < h->size && before(&h->events[left], &h->events[least])) least = left;
    if (right < h->size && before(&h->events[right], &h->events[least])) least = right;
    if (least == i) break;
    swap(&h->events[i], &h->events[least]);
    i = least;
  }
}

static bool heap_push(struct heap *h, struct event e) {
#if BUG == 1
  if (h->size > h->capacity && !heap_grow(h))
#else
  if (h->size == h->capacity && !heap_grow(h))
#endif
    return false;
  h->events[h->size] = e; /* FAILS: 1 */
  sift_up(h, h->size);
  h->size++;
  return true;
}

static bool heap_pop(struct heap *h, struct event *e) {
  if (h->size == 0) return false;
  *e = h->events[0];
  h->size--;
  h->events[0] = h->events[h->size];
  sift_down(h, 0);
  return true;
}

/* What follows after an event, some time later; false if nothing does. */
static bool successor(const struct event *e, struct event *next) {
  if (e->kind == DEPARTURE) return false;
  int delay = __VERIFIER_nondet_uchar();
  if (e->time > 2147483647 - delay) return false;
  next->time = e->time + delay;
  next->kind = e->kind == ARRIVAL ? SERVICE : DEPARTURE;
  next->customer = e->customer;
  return true;
}

static bool schedule_arrivals(struct heap *h, unsigned customers) {
  for (unsigned i = 0; i < customers; i++) {
    struct event e = {__VERIFIER_nondet_int(), ARRIVAL, i};
    if (!heap_push(h, e)) return false;
  }
  return true;
}

static int simulate(struct heap *h) {
  struct event e, next;
  int handled = 0;
  int now = 0;
  while (handled < MAX_EVENTS && heap_pop(h, &e)) {
    assert(handled == 0 || e.time >= now);
    now = e.time;
    handled++;
    if (successor(&e, &next) && !heap_push(h, next)) return -1;
  }
  return handled;
}

int main(void) {
  struct heap heap;
  if (!heap_init(&heap)) return EXIT_FAILURE;
  unsigned customers = __VERIFIER_nondet_uchar() % 6;
  int handled = -1;
  if (schedule_arrivals(&heap, customers)) handled = simulate(&heap);
  heap_release(&heap);
  if (handled < 0) return EXIT_FAILURE;
  printf("%d events of %u customers\n", handled, customers);
  return EXIT_SUCCESS;
}
