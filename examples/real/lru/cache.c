#include "cache.h"

#include <stdlib.h>

void cache_init(struct cache *cache, size_t capacity) {
  list_init(&cache->uses);
  for (size_t i = 0; i < CACHE_BUCKETS; i++) cache->buckets[i] = NULL;
  cache->size = 0;
  cache->capacity = capacity;
  cache->hits = 0;
  cache->misses = 0;
}

/* Where the pointer to the entry is, or the null pointer that ends its bucket. */
static struct entry **find(struct cache *cache, unsigned key) {
  struct entry **place = &cache->buckets[key % CACHE_BUCKETS];
  while (*place != NULL && (*place)->key != key) place = &(*place)->next;
  return place;
}

static void forget(struct cache *cache, struct entry **place) {
  struct entry *entry = *place;
  *place = entry->next;
  cache->size--;
  list_remove(&entry->use);
  free(entry);
}

static void forget_oldest(struct cache *cache) {
  struct entry *oldest = (struct entry *)cache->uses.before;
  forget(cache, find(cache, oldest->key));
}

bool cache_get(struct cache *cache, unsigned key, int *value) {
  struct entry *entry = *find(cache, key);
  if (entry == NULL) {
    cache->misses++;
    return false;
  }
  cache->hits++;
  list_remove(&entry->use);
  list_push_front(&cache->uses, &entry->use);
  *value = entry->value;
  return true;
}

bool cache_put(struct cache *cache, unsigned key, int value) {
  struct entry **place = find(cache, key);
  if (*place != NULL) {
    (*place)->value = value;
    list_remove(&(*place)->use);
    list_push_front(&cache->uses, &(*place)->use);
    return true;
  }
  struct entry *entry = malloc(sizeof *entry);
  if (entry == NULL) return false;
  if (cache->size == cache->capacity) {
    forget_oldest(cache);
#if BUG != 1
    place = find(cache, key);
#endif
  }
  entry->key = key;
  entry->value = value;
  entry->next = NULL;
  *place = entry; /* FAILS: 1 */
  list_push_front(&cache->uses, &entry->use);
  cache->size++;
  return true;
}

bool cache_remove(struct cache *cache, unsigned key) {
  struct entry **place = find(cache, key);
  if (*place == NULL) return false;
  forget(cache, place);
  return true;
}

/* Empty, with the same capacity. */
void cache_clear(struct cache *cache) {
  for (size_t i = 0; i < CACHE_BUCKETS; i++) {
    struct entry *entry = cache->buckets[i];
#if BUG == 2
    free(entry);
#else
    while (entry != NULL) {
      struct entry *next = entry->next;
      free(entry);
      entry = next;
    }
#endif
    cache->buckets[i] = NULL;
  }
  cache_init(cache, cache->capacity);
}
