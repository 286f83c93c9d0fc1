/* A hash map with open addressing: linear probing, deleted slots are marked, and the table doubles when it fills.
 *
 * main() counts how often each number comes, as a program that counts visitors by their numbers. A visitor may ask
 * to be forgotten. In the end the counts sum up to the visits that were not forgotten.
 */
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

enum { FIRST_CAPACITY = 4, VISITS = 6 };

enum state { FREE, USED, DELETED };

struct slot {
  enum state state;
  unsigned key;
  unsigned count;
};

struct map {
  struct slot *slots;
  size_t capacity; /* a power of two */
  size_t used;     /* slots with a key */
  size_t filled;   /* slots that are not free: used or deleted */
};

static bool map_init(struct map *map, size_t capacity) {
  map->slots = calloc(capacity, sizeof *map->slots);
  map->capacity = capacity;
  map->used = 0;
  map->filled = 0;
  return map->slots != NULL;
}

static void map_free(struct map *map) {
  free(map->slots);
  map->slots = NULL;
}

static size_t hash(unsigned key) {
  return (key * 2654435761u) >> 16;
}

/* The slot of a key, else the free one where the search ends: there always is one. */
static struct slot *map_find(const struct map *map, unsigned key) {
  size_t index = hash(key) & (map->capacity - 1);
  while (map->slots[index].state != FREE) { /* FAILS: 2 */
    if (map->slots[index].state == USED && map->slots[index].key == key) break;
    index = (index + 1) & (map->capacity - 1);
  }
  return &map->slots[index];
}

/* At most three quarters of the slots are filled. */
static bool map_is_full(const struct map *map) {
#if BUG == 2
  return map->used * 4 >= map->capacity * 3;
#else
  return map->filled * 4 >= map->capacity * 3;
#endif
}

static bool map_grow(struct map *map) {
  struct map larger;
  if (!map_init(&larger, 2 * map->capacity)) return false;
  for (size_t i = 0; i < map->capacity; i++) {
    if (map->slots[i].state != USED) continue;
    *map_find(&larger, map->slots[i].key) = map->slots[i];
    larger.used++;
    larger.filled++;
  }
  map_free(map);
  *map = larger;
  return true;
}

/* The count of a key, which is 0 if the key is new; the null pointer if there is no memory. */
static unsigned *map_count(struct map *map, unsigned key) {
  struct slot *slot = map_find(map, key);
  if (slot->state == USED) return &slot->count;
  if (map_is_full(map)) {
    if (!map_grow(map)) return NULL;
#if BUG != 1
    slot = map_find(map, key);
#endif
  }
  slot->state = USED; /* FAILS: 1 */
  slot->key = key;
  slot->count = 0;
  map->used++;
  map->filled++;
  return &slot->count;
}

/* Forget a key; its count, or 0 if it was not there. */
static unsigned map_remove(struct map *map, unsigned key) {
  struct slot *slot = map_find(map, key);
  if (slot->state != USED) return 0;
  slot->state = DELETED;
  map->used--;
  return slot->count;
}

static unsigned map_sum(const struct map *map) {
  unsigned sum = 0;
  for (size_t i = 0; i < map->capacity; i++) {
    if (map->slots[i].state == USED) sum += map->slots[i].count;
  }
  return sum;
}

int main(void) {
  struct map map;
  unsigned visits = 0;

  if (!map_init(&map, FIRST_CAPACITY)) return EXIT_FAILURE;
  for (int i = 0; i < VISITS; i++) {
    unsigned visitor = __VERIFIER_nondet_uint() % 8;
    if (__VERIFIER_nondet_int() >= 0) {
      unsigned *count = map_count(&map, visitor);
      if (count == NULL) break;
      ++*count;
      visits++;
    } else {
      visits -= map_remove(&map, visitor);
    }
  }
  assert(map_sum(&map) == visits);
  printf("%zu visitors came %u times\n", map.used, visits);
  map_free(&map);
  return EXIT_SUCCESS;
}
