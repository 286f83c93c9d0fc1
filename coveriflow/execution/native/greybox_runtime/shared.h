/* What a child tells the parent, and the input that it gets. */

enum {
  MOST_MAP = 1 << 17,  /* entries for edges, and for what was compared: see map_size */
  MOST_VALUES = 512,   /* of an execution */
  MOST_TEXT = 512,     /* bytes of standard input */
  MOST_ARGUMENTS = 6,
  MOST_BYTES = 512,    /* of an argument: more than a word or a number */
  COMPARED = 64,
  MOST_OBJECTS = 4096, /* allocated, and not freed */
  MICROS = 20000,      /* of CPU time, for an execution */
  LONG_MICROS = 500000, /* where it is to be seen whether it ends */
};

/* Blocks of code that an execution may take before it is looked at, at first and at most; and to see whether it ends. */
enum { MANY = 1 << 16, LONGEST = 1 << 20, VERY_MANY = 1 << 24 };

enum kind { UNSIGNED, SIGNED, FLOAT, DOUBLE, LONG_DOUBLE, BOOL };

/* How an execution ended; with NOT_STOPPED and QUIET it is of no interest. ENDLESS: it takes many blocks of code. */
enum stop { NOT_STOPPED, CALLED, CRASHED, LEAKED, ENDLESS, QUIET };

struct input {
  word count, length, arguments;
  long long values[MOST_VALUES];
  byte sizes[MOST_VALUES], kinds[MOST_VALUES];
  byte text[MOST_TEXT];
  byte argument[MOST_ARGUMENTS][MOST_BYTES + 1];
};

struct compared {
  wide left, right;
};

/* Which entries an execution has taken, and how often. They are few: all others are zero, and are not looked at. */
struct map {
  byte counts[MOST_MAP];
  word taken[MOST_MAP], taken_count;
};

static struct shared {
  struct map edges, near;
  struct input input;
  word stop;
  size at;          /* the code that was reached last, or where what is lost was allocated */
  word read;        /* values */
  word style;       /* of values that the input does not have */
  wide random;
  word compared;
  struct compared pairs[COMPARED];
  int is_running; /* the program, and not what is around it */
  wide blocks, most_blocks; /* of code: taken, and to be taken before the execution counts as endless */
  size lowest; /* of the second half of them, so that each loop has one name */
} *shared;

/* What is asked for. */
static struct {
  int calls, accesses, arithmetic, leaks, losses, text, arguments, handlers, endless;
} wanted;

/* A power of two. Where it is small beside the program, edges share entries, and what is new is not seen. */
static word map_size = 1 << 14;

static size stack_end;

enum { TOGETHER = 1, ALONE = 2 };

/* Memory that processes share, or that each has for itself. */
static void *pages(size length, int how) {
  return (void *)syscall(SYS_MMAP, 0, length, 3, 0x20 | how, -1, 0);
}

HOT static wide random_of(wide *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state * 0x2545f4914f6cdd1dULL;
}

PART_OF_HOT static byte *taken_in(struct map *map, word entry) {
  byte *count = &map->counts[entry];
  if (!*count) map->taken[map->taken_count++ % MOST_MAP] = entry;
  return count;
}

HOT static word taken_count(const struct map *map) {
  return map->taken_count < MOST_MAP ? map->taken_count : MOST_MAP;
}

static int is_passed_over(word why, size at);

/* Where an execution ends that is not the last one of its process. */
static void *back[5];
static int comes_back;

extern void __asan_handle_no_return(void) __attribute__((weak));

static int is_violation(word why) {
  return why != NOT_STOPPED && why != QUIET;
}

static __attribute__((noreturn)) void end_process(enum stop why) {
  shared->stop = why;
  for (;;) syscall(SYS_EXIT_GROUP, 0);
}

/* The end of an execution. After a violation nothing is as it was. */
static __attribute__((noreturn)) void leave(enum stop why) {
  if (!comes_back || (is_violation(why) && !is_passed_over(why, shared->at))) end_process(why);
  shared->stop = why;
  comes_back = 0;
  if (&__asan_handle_no_return) __asan_handle_no_return();
  __builtin_longjmp(back, 1);
}
