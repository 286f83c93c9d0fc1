/* A cache that forgets what was not used for longest. */
#ifndef CACHE_H
#define CACHE_H

#include "list.h"

#include <stdbool.h>
#include <stddef.h>

enum { CACHE_BUCKETS = 4 };

struct entry {
  struct link use;    /* first: an entry is found by its link */
  struct entry *next; /* in the same bucket */
  unsigned key;
  int value;
};

struct cache {
  struct link uses; /* the most recent one is first */
  struct entry *buckets[CACHE_BUCKETS];
  size_t size, capacity;
  unsigned hits, misses;
};

void cache_init(struct cache *cache, size_t capacity);
bool cache_get(struct cache *cache, unsigned key, int *value);
bool cache_put(struct cache *cache, unsigned key, int value);
bool cache_remove(struct cache *cache, unsigned key);
void cache_clear(struct cache *cache);

#endif
