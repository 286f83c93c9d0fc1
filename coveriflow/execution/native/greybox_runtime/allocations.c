/* The objects that the program has allocated: whether any is left at the end, and whether a pointer to it is. */

extern void *__real_malloc(size), *__real_calloc(size, size), *__real_realloc(void *, size);
extern void __real_free(void *), __real_exit(int) __attribute__((noreturn));
extern char *__real_strdup(const char *) __attribute__((weak));
extern char *__real_strndup(const char *, size) __attribute__((weak));
extern char __data_start[] __attribute__((weak)), _end[] __attribute__((weak));

enum { MOST_MEMORY = 256 << 20 };

static struct object {
  byte *start;
  size length, at;
  int is_reached;
} *objects;
static word object_count;
static size allocated;

static void *added(void *start, size length) {
  if (!start || !shared) return start; /* before main */
  if (object_count == MOST_OBJECTS) leave(QUIET);
  objects[object_count++] = (struct object){start, length, shared->at, 0};
  return start;
}

static void removed(const void *start) {
  for (word i = object_count; start && i-- > 0;) {
    if (objects[i].start != start) continue;
    objects[i] = objects[--object_count];
    return;
  }
}

static void taken(size length) {
  if (!shared) return;
  if (length > MOST_MEMORY || (allocated += length) > MOST_MEMORY) leave(QUIET);
}

void *__wrap_malloc(size length) {
  taken(length);
  return added(__real_malloc(length), length);
}

void *__wrap_calloc(size count, size length) {
  if (length && count > MOST_MEMORY / length) taken((size)-1);
  taken(count * length);
  return added(__real_calloc(count, length), count * length);
}

void *__wrap_realloc(void *start, size length) {
  void *found;
  taken(length);
  found = __real_realloc(start, length);
  if (found || !length) removed(start);
  return added(found, length);
}

void __wrap_free(void *start) {
  removed(start);
  __real_free(start);
}

static size length_of(const char *text) {
  size length = 0;
  while (text[length]) length++;
  return length;
}

char *__wrap_strdup(const char *text) {
  char *found = __real_strdup(text);
  return found ? added(found, length_of(found) + 1) : 0;
}

char *__wrap_strndup(const char *text, size most) {
  char *found = __real_strndup(text, most);
  return found ? added(found, length_of(found) + 1) : 0;
}

/* By their addresses: each gap as far as the last one is wide. */
HOT static void sort_objects(void) {
  for (word gap = object_count / 2; gap > 0; gap /= 2) {
    for (word i = gap; i < object_count; i++) {
      struct object moved = objects[i];
      word at = i;
      for (; at >= gap && objects[at - gap].start > moved.start; at -= gap) objects[at] = objects[at - gap];
      objects[at] = moved;
    }
  }
}

/* How many objects begin at an address or before it. */
HOT static word begun_at(size address) {
  word first = 0, last = object_count;
  while (first < last) {
    word middle = first + (last - first) / 2;
    if ((size)objects[middle].start <= address) first = middle + 1;
    else last = middle;
  }
  return first;
}

/* A number that is an address in an object, or behind its end, counts as a pointer to it. Objects are in order. */
HOT static void reach(const byte *from, const byte *to) {
  from += -(size)from % sizeof(size);
  for (; from + sizeof(size) <= to; from += sizeof(size)) {
    size value = *(const size *)from;
    for (word i = begun_at(value); i-- > 0;) {
      struct object *each = &objects[i];
      if (value > (size)each->start + each->length) break;
      if (each->is_reached) continue;
      each->is_reached = 1;
      reach(each->start, each->start + each->length);
    }
  }
}

static void look_for_leaks(const byte *stack) {
  if (!object_count || !(wanted.leaks || wanted.losses)) return;
  shared->at = objects[0].at;
  if (wanted.leaks) leave(LEAKED);
  sort_objects();
  if (__data_start) reach((const byte *)__data_start, (const byte *)_end);
  if (stack) reach(stack, (const byte *)stack_end);
  for (word i = 0; i < object_count; i++) {
    if (objects[i].is_reached) continue;
    shared->at = objects[i].at;
    leave(LEAKED);
  }
}

void __wrap_exit(int status) {
  size here = 0;
  if (wanted.handlers) __real_exit(status);
  look_for_leaks((const byte *)&here);
  leave(QUIET);
}

void __wrap_abort(void) {
  size here = 0;
  look_for_leaks((const byte *)&here);
  leave(QUIET);
}
