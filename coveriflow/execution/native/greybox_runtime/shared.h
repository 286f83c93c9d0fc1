/* What a child tells the parent, and the input that it gets. */

enum {
  MAP = 1 << 14,       /* entries for edges, and for what was compared */
  MOST_VALUES = 512,   /* of an execution */
  MOST_TEXT = 512,     /* bytes of standard input */
  MOST_ARGUMENTS = 6,
  MOST_BYTES = 16,     /* of an argument: what the automaton has of it */
  COMPARED = 64,
  MOST_OBJECTS = 4096, /* allocated, and not freed */
};

enum kind { UNSIGNED, SIGNED, FLOAT, DOUBLE, LONG_DOUBLE, BOOL };

/* How an execution ended. All but CALLED, CRASHED and LEAKED are of no interest. */
enum stop { NOT_STOPPED, CALLED, CRASHED, LEAKED, QUIET };

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

static struct shared {
  byte edges[MAP], near[MAP];
  struct input input;
  word stop;
  size at;          /* the code that was reached last, or where what is lost was allocated */
  word read;        /* values */
  word style;       /* of values that the input does not have */
  wide random;
  word compared;
  struct compared pairs[COMPARED];
} *shared;

/* What is asked for. */
static struct {
  int calls, accesses, arithmetic, leaks, losses, text, arguments, handlers;
} wanted;

static size stack_end;

static wide random_of(wide *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state * 0x2545f4914f6cdd1dULL;
}

static __attribute__((noreturn)) void leave(enum stop why) {
  shared->stop = why;
  for (;;) syscall(SYS_EXIT_GROUP, 0);
}
