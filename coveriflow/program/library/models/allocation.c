/* Functions that allocate (C11 7.22.3, POSIX, and the GNU library's). Objects lie at multiples of 2^(half of the
   bits of `size_t`) bytes: who asks for more may well get nothing. */

#include "model.h"

void *realloc(void *old, size_t size) {
  if (old) __coveriflow_check_free(old);
  if (old && !size) {
    free(old);
    return 0;
  }
  if (size > (size_t)-1 / 2) {
    SETS_ERRNO(12);
    return 0;
  }
  unsigned char *p = malloc(size), *q = old;
  if (q) {
    size_t before = __coveriflow_usable(old);
    for (size_t i = 0; i < size && i < before; i++) p[i] = q[i];
    free(q);
  }
  return p;
}

ALIAS(__coveriflow_realloc, realloc);

void *reallocarray(void *old, size_t count, size_t size) {
  if (size && count > (size_t)-1 / size) {
    SETS_ERRNO(12);
    return 0;
  }
  return realloc(old, count * size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  _Bool fails = 0;
  __coveriflow_any(fails, "aligned_alloc");
  if (fails && (!alignment || (alignment & (alignment - 1)) || size % alignment)) return 0;
  if (alignment > (size_t)1 << sizeof(size_t) * 4) __coveriflow_unsupported("such an alignment");
  return __builtin_malloc(size);
}

void *memalign(size_t alignment, size_t size) {
  if (alignment > (size_t)1 << sizeof(size_t) * 4) __coveriflow_unsupported("such an alignment");
  return __builtin_malloc(size);
}

void *valloc(size_t size) {
  return __builtin_malloc(size);
}

int posix_memalign(void **to, size_t alignment, size_t size) {
  if (!alignment || (alignment & (alignment - 1)) || alignment % sizeof(void *)) return 22;
  if (alignment > (size_t)1 << sizeof(size_t) * 4) __coveriflow_unsupported("such an alignment");
  if (size > (size_t)-1 / 2) return 12;
  *to = __builtin_malloc(size);
  return 0;
}

size_t malloc_usable_size(void *object) {
  size_t found = 0;
  if (object) {
    __coveriflow_any(found, "malloc_usable_size");
    __coveriflow_assumed(found >= __coveriflow_usable(object));
  }
  return found;
}
