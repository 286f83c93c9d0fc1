/* A cache in front of a slow function, with least recently used replacement: cache.c, on the lists of list.c.
 *
 * The requests come from outside: look a number up, or drop it from the cache. Whatever they are, the cache says
 * what the function says, and holds no more entries than it may.
 */
#include "cache.h"

#include <assert.h>
#include <stdio.h>

extern unsigned __VERIFIER_nondet_uint(void);

enum { CAPACITY = 3, KEYS = 6, REQUESTS = 6 };

static int slow_square(unsigned key) {
  int square = 0;
  for (unsigned i = 0; i < key; i++) square += (int)key;
  return square;
}

static int look_up(struct cache *cache, unsigned key) {
  int value = 0;
  if (cache_get(cache, key, &value)) return value;
  value = slow_square(key);
  if (!cache_put(cache, key, value)) fputs("not enough memory: not cached\n", stderr);
  return value;
}

int main(void) {
  struct cache cache;
  unsigned removed = 0;

  cache_init(&cache, CAPACITY);
  for (int request = 0; request < REQUESTS; request++) {
    unsigned key = __VERIFIER_nondet_uint();
    if (key < KEYS) {
      int value = look_up(&cache, key);
      assert(value == (int)(key * key));
    } else {
      removed += cache_remove(&cache, key % KEYS);
    }
    assert(cache.size <= CAPACITY);
  }
  printf("%u hits, %u misses, %u removed\n", cache.hits, cache.misses, removed);
  cache_clear(&cache);
  assert(cache.size == 0 && list_is_empty(&cache.uses));
  return 0; /* FAILS: 2 */
}
