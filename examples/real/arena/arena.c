/* An arena allocator, and a symbol table whose strings and entries live in it.
 *
 * An arena hands out memory from large chunks. Nothing is freed on its own:
 * arena_reset frees all but the first chunk, arena_release frees all of them.
 *
 * -DBUG=1: arena_alloc forgets the padding when it looks for space.
 * -DBUG=2: main uses a symbol of a table after the arena was reset.
 */
#include <assert.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_SIZE 100
#define MAX_NAME 12

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

struct chunk {
  struct chunk *next;
  size_t size;
  size_t used;
  alignas(max_align_t) unsigned char data[];
};

struct arena {
  struct chunk *first;
  struct chunk *current;
};

struct symbol {
  struct symbol *next;
  const char *name;
  int uses;
};

static struct chunk *chunk_new(size_t size) {
  struct chunk *c = malloc(sizeof *c + size);
  if (!c) abort();
  c->next = NULL;
  c->size = size;
  c->used = 0;
  return c;
}

static void arena_init(struct arena *a) {
  a->first = chunk_new(CHUNK_SIZE);
  a->current = a->first;
}

static size_t padding(size_t used, size_t align) {
  return (align - used % align) % align;
}

static int fits(const struct chunk *c, size_t size, size_t align) {
#if BUG == 1
  (void)align;
  return size <= c->size - c->used;
#else
  return size + padding(c->used, align) <= c->size - c->used;
#endif
}

static void *arena_alloc(struct arena *a, size_t size, size_t align) {
  if (!fits(a->current, size, align)) {
    struct chunk *c = chunk_new(size > CHUNK_SIZE ? size : CHUNK_SIZE);
    a->current->next = c;
    a->current = c;
  }
  struct chunk *c = a->current;
  size_t start = c->used + padding(c->used, align);
  c->used = start + size;
  return c->data + start;
}

static char *arena_strdup(struct arena *a, const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = arena_alloc(a, size, 1);
  memcpy(copy, text, size); /* FAILS: 1 */
  return copy;
}

static void free_chunks(struct chunk *c) {
  while (c) {
    struct chunk *next = c->next;
    free(c);
    c = next;
  }
}

static void arena_reset(struct arena *a) {
  free_chunks(a->first->next);
  a->first->next = NULL;
  a->first->used = 0;
  a->current = a->first;
}

static void arena_release(struct arena *a) {
  free_chunks(a->first);
  a->first = a->current = NULL;
}

static struct symbol *find(struct symbol *table, const char *name) {
  for (struct symbol *s = table; s; s = s->next)
    if (strcmp(s->name, name) == 0) return s;
  return NULL;
}

static struct symbol *use(struct arena *a, struct symbol *table, const char *name) {
  struct symbol *s = find(table, name);
  if (s) {
    s->uses++;
    return table;
  }
  s = arena_alloc(a, sizeof *s, alignof(struct symbol));
  s->name = arena_strdup(a, name);
  s->uses = 1;
  s->next = table;
  return s;
}

static int total_uses(const struct symbol *table) {
  int total = 0;
  for (const struct symbol *s = table; s; s = s->next) total += s->uses;
  return total;
}

/* An identifier of 1 to MAX_NAME letters. */
static void next_name(char name[MAX_NAME + 1]) {
  int length = 0;
  while (length < MAX_NAME) {
    char c = __VERIFIER_nondet_char();
    if (c < 'a' || c > 'z') break;
    name[length++] = c;
  }
  if (length == 0) name[length++] = '_';
  name[length] = '\0';
}

int main(void) {
  struct arena arena;
  arena_init(&arena);
  struct symbol *most_used = NULL;

  for (int function = 0; function < 2; function++) {
    struct symbol *table = NULL;
    int count = 0;
    while (count < 3 && __VERIFIER_nondet_int()) {
      char name[MAX_NAME + 1];
      next_name(name);
      table = use(&arena, table, name);
      count++;
    }
    assert(total_uses(table) == count);
    for (struct symbol *s = table; s; s = s->next)
      if (!most_used || s->uses > most_used->uses) most_used = s;
#if BUG != 2
    if (most_used) printf("function %d: %s, %d times\n", function, most_used->name, most_used->uses);
    most_used = NULL;
#endif
    arena_reset(&arena);
  }
#if BUG == 2
  if (most_used) printf("%s, %d times\n", most_used->name, most_used->uses); /* FAILS: 2 */
#endif
  arena_release(&arena);
  return 0;
}
