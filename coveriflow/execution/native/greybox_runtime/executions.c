/* One execution: in a child of its own, or after others in one that undoes what the program did to its memory. */

extern int __real_main(int, char **, char **);
extern void rewind(void *) __attribute__((weak)), clearerr(void *) __attribute__((weak));
extern void __fpurge(void *) __attribute__((weak));
extern void *stdin __attribute__((weak));
extern int *__errno_location(void) __attribute__((weak));

enum { STANDARD_INPUT = 0, TEXT = 62, LARGEST_DATA = 1 << 20, TOGETHER_AT_MOST = 1600, COMPARED_ENTRIES = 12 };

static char **main_environment;
static byte (*own_arguments)[MOST_BYTES + 1]; /* what the program may change */
static int main_has_returned, found, ended_by; /* the signal that has ended the last child */

/* --- the time that an execution may take --- */

enum { WAITING = 0, COMPUTING = 2, SHORT = 4000000 }; /* cycles: a few milliseconds */

/* Executions that follow each other in a process, and are short, share their time: system calls take longer than they. */
static void limit_time(void) {
  int is_long = shared->most_blocks > LONGEST;
  struct moment once[2] = {{0, 0}, {0, is_long ? LONG_MICROS : MICROS}}, second[2] = {{0, 0}, {is_long ? 20 : 1, 0}};
  wide now = __builtin_ia32_rdtsc();
  if (comes_back && tables->limited_at && now - tables->limited_at < SHORT) return;
  tables->limited_at = now;
  syscall(SYS_SETITIMER, COMPUTING, once, 0);
  syscall(SYS_SETITIMER, WAITING, second, 0);
}

static long millis_of(int who) {
  struct usage used;
  syscall(SYS_GETRUSAGE, who, &used);
  return (used.user.seconds + used.system.seconds) * 1000 + (used.user.micros + used.system.micros) / 1000;
}

static __attribute__((noinline)) int run_program(void) {
  static char name[] = "program";
  char *arguments[MOST_ARGUMENTS + 1] = {name};
  struct input *input = &shared->input;
  word count = wanted.arguments ? input->arguments : 1;
  int status;
  if (count > 1) copied(own_arguments, input->argument, sizeof input->argument);
  for (word i = 1; i < count; i++) arguments[i] = (char *)own_arguments[i];
  limit_time();
  before = 0;
  shared->is_running = 1;
  status = __real_main((int)count, arguments, main_environment);
  main_has_returned = 1;
  if (wanted.handlers) return status;
  look_for_leaks(0);
  leave(QUIET);
  return status;
}

HOT static void clear_map(struct map *map) {
  word count = taken_count(map);
  for (word i = 0; i < count; i++) map->counts[map->taken[i] % MOST_MAP] = 0;
  map->taken_count = 0;
}

/* Of an input of values alone, no more than these. */
HOT static void copy_input(struct input *to, const struct input *from) {
  word count = from->count < MOST_VALUES ? from->count : MOST_VALUES;
  if (wanted.text || wanted.arguments) {
    copied(to, from, sizeof *to);
    return;
  }
  to->count = count;
  to->length = from->length;
  to->arguments = from->arguments;
  copied(to->values, from->values, count * sizeof *to->values);
  copied(to->sizes, from->sizes, count);
  copied(to->kinds, from->kinds, count);
}

static void prepare(word style) {
  struct input *input = &shared->input;
  clear_map(&shared->edges);
  clear_map(&shared->near);
  shared->stop = NOT_STOPPED;
  shared->at = 0;
  shared->read = 0;
  shared->compared = 0;
  shared->blocks = 0;
  shared->most_blocks = tables->most_blocks;
  shared->lowest = (size)-1;
  shared->style = style;
  shared->random = random_of(&tables->chance) | 1;
  tables->executions++;
  if (!wanted.text) return;
  syscall(SYS_FTRUNCATE, TEXT, input->length, 0);
  syscall(SYS_LSEEK, TEXT, 0, 0);
  if (input->length) syscall(SYS_WRITE, TEXT, input->text, (size)input->length);
  syscall(SYS_LSEEK, TEXT, 0, 0);
}

/* Whether this is the child; else that has ended. */
static int in_child(void) {
  int status = 0;
  long child = forked();
  if (child == 0) {
    forget_key();
    syscall(SYS_CLOSE, found);
    syscall(SYS_CLOSE, entries_file);
    tables->limited_at = 0;
    return 1;
  }
  if (child < 0 || syscall(SYS_WAIT4, child, &status, 0, 0) != child) tables->is_over = 1;
  ended_by = status & 0x7f;
  return 0;
}

/* After the functions that the program has called at its end. */
static void look_for_leaks_at_end(void *nothing) {
  size here = 0;
  (void)nothing;
  look_for_leaks(main_has_returned ? 0 : (const byte *)&here);
}

/* Execute with the input that is shared; values that it does not have are of a style. The child returns: whether this
   is it.
*/
static int execute(word style) {
  prepare(style);
  if (in_child()) return 1;
  shared->is_running = 0;
  shared->input.count = shared->read;
  return 0;
}

/* --- several executions in one process --- */

static byte *kept_data;
static size data_length;
static word first_object; /* that the program itself has allocated */

/* The variables of the program, and what it has allocated, are as before its first execution. */
static void undo(void) {
  for (word i = first_object; i < object_count; i++) __real_free(objects[i].start);
  copied(__data_start, kept_data, data_length);
  if (&__errno_location) *__errno_location() = 0;
  if (!wanted.text) return;
  __fpurge(stdin);
  clearerr(stdin);
}

static void keep_data(void) {
  first_object = object_count;
  kept_data = pages(data_length, ALONE);
  copied(kept_data, __data_start, data_length);
}

/* What our own library keeps is not known here, and what is called at the end needs an end. */
static int may_undo(void) {
  data_length = __data_start ? (size)(_end - __data_start) : 0;
  return data_length && data_length <= LARGEST_DATA && !wanted.handlers && &__fpurge && &clearerr && &stdin;
}

/* As execute, and this process goes on, unless the execution ends it. */
static __attribute__((noinline)) void execute_here(word style) {
  prepare(style);
  if (__builtin_setjmp(back) == 0) {
    comes_back = 1;
    run_program();
  }
  shared->is_running = 0;
  shared->input.count = shared->read;
  undo();
}
