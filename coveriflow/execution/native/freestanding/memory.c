/* Allocation: pieces of memory in lists by size, large ones straight from the system. New memory holds zeros. */

enum { CLASSES = 13, LARGEST_PIECE = 16 << (CLASSES - 1), REGION = 1 << 20, PAGE = 4096, MAGIC = 0x5ca1ab1e };

/* Before each piece. The capacity is what lies between the header and the end of the piece. */
typedef struct header {
  size_t size, capacity;
  struct header *next;
  void *region;
  size_t length;
  word magic, class;
} __attribute__((aligned(16))) header;

static header *free_pieces[CLASSES];
static byte *region_at;
static size_t region_left;

static void *pages(size_t size) {
  enum { PROT_READ_WRITE = 3, MAP_PRIVATE_ANONYMOUS = 0x22 };
#ifdef __x86_64__
  long place = system_call(SYS_mmap, 0, (long)size, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS, -1, 0);
#else
  long place = system_call(SYS_mmap2, 0, (long)size, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS, -1, 0);
#endif
  return place < 0 && place >= -4095 ? NULL : (void *)place;
}

static void *no_memory(void) {
  set_errno(ENOMEM);
  return NULL;
}

static header *large_piece(size_t size, size_t alignment) {
  size_t length = (size + sizeof(header) + alignment + PAGE - 1) & -(size_t)PAGE;
  byte *region = pages(length);
  if (!region) return NULL;
  size_t start = ((size_t)region + sizeof(header) + alignment - 1) & -alignment;
  header *piece = (header *)start - 1;
  piece->region = region;
  piece->length = length;
  piece->capacity = (size_t)region + length - start;
  piece->class = CLASSES;
  return piece;
}

static header *small_piece(word class) {
  header *piece = free_pieces[class];
  size_t capacity = (size_t)16 << class;
  if (piece) {
    free_pieces[class] = piece->next;
    fill(piece + 1, 0, piece->size);
    return piece;
  }
  if (region_left < capacity + sizeof(header)) {
    byte *region = pages(REGION);
    if (!region) return NULL;
    region_at = region;
    region_left = REGION;
  }
  piece = (header *)region_at;
  region_at += capacity + sizeof(header);
  region_left -= capacity + sizeof(header);
  piece->capacity = capacity;
  piece->class = class;
  return piece;
}

static void *allocated(size_t size, size_t alignment) {
  if (size > (size_t)-1 / 2 || alignment > (size_t)-1 / 4) return no_memory();
  word class = 0;
  while (class < CLASSES && (size_t)16 << class < size) class++;
  header *piece = class < CLASSES && alignment <= 16 ? small_piece(class) : large_piece(size, alignment);
  if (!piece) return no_memory();
  piece->size = size;
  piece->magic = MAGIC;
  return piece + 1;
}

static header *piece_of(void *place) {
  header *piece = (header *)place - 1;
  if ((size_t)place % 16 == 0 && piece->magic == MAGIC) return piece;
  say("free(): invalid pointer\n");
  abort_program();
}

static void released(void *place) {
  if (!place) return;
  header *piece = piece_of(place);
  piece->magic = 0;
  if (piece->class == CLASSES) {
    system_call(SYS_munmap, (long)piece->region, (long)piece->length, 0, 0, 0, 0);
    return;
  }
  piece->next = free_pieces[piece->class];
  free_pieces[piece->class] = piece;
}

static int overflows(size_t count, size_t size) { return size && count > (size_t)-1 / size; }

static void *resized(void *place, size_t size) {
  if (!place) return allocated(size, 16);
  if (!size) {
    released(place);
    return NULL;
  }
  header *piece = piece_of(place);
  if (size <= piece->capacity) {
    if (size < piece->size) fill((byte *)place + size, 0, piece->size - size);
    piece->size = size;
    return place;
  }
  void *larger = allocated(size, 16);
  if (!larger) return NULL;
  copy(larger, place, piece->size);
  released(place);
  return larger;
}

PUBLIC void *malloc(size_t size) { return allocated(size, 16); }

PUBLIC void *calloc(size_t count, size_t size) {
  return overflows(count, size) ? no_memory() : allocated(count * size, 16);
}

PUBLIC void *realloc(void *place, size_t size) { return resized(place, size); }

PUBLIC void *reallocarray(void *place, size_t count, size_t size) {
  return overflows(count, size) ? no_memory() : resized(place, count * size);
}

PUBLIC void free(void *place) { released(place); }

/* What was asked for, so that nothing lies behind it. */
PUBLIC size_t malloc_usable_size(void *place) { return place ? piece_of(place)->size : 0; }

static int is_power_of_two(size_t number) { return number && !(number & (number - 1)); }

PUBLIC void *aligned_alloc(size_t alignment, size_t size) {
  if (!is_power_of_two(alignment)) __coveriflow_missing(); /* libraries differ */
  return allocated(size, alignment < 16 ? 16 : alignment);
}

PUBLIC void *memalign(size_t alignment, size_t size) { return aligned_alloc(alignment, size); }

PUBLIC int posix_memalign(void **to, size_t alignment, size_t size) {
  if (!is_power_of_two(alignment) || alignment % sizeof(void *)) return EINVAL;
  int before = *__errno_location();
  void *place = allocated(size, alignment < 16 ? 16 : alignment);
  set_errno(before);
  if (!place) return ENOMEM;
  *to = place;
  return 0;
}

PUBLIC char *strdup(const char *text) {
  size_t size = length(text) + 1;
  char *copied = malloc(size);
  return copied ? copy(copied, text, size) : NULL;
}

PUBLIC char *strndup(const char *text, size_t most) {
  size_t size = length_within(text, most);
  char *copied = malloc(size + 1);
  if (!copied) return NULL;
  copied[size] = 0;
  return copy(copied, text, size);
}
