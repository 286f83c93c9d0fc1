/* The parent: it executes the program with one input after the other, and keeps what takes something new. */

extern int __real_main(int, char **, char **);
extern void __sanitizer_set_death_callback(void (*)(void)) __attribute__((weak));

enum { STANDARD_INPUT = 0, TEXT = 62, MICROS = 20000, SMALLER = 2500, TOLD = 64 };

static char **main_environment;
static int found, null_file;
static wide executions;
static long limit_millis, patience_millis, new_millis, micros = MICROS;
static wide new_edges, new_edges_before;
static int is_over, is_quiet;

/* --- one execution --- */

static int run_program(void) {
  static char name[] = "program";
  char *arguments[MOST_ARGUMENTS + 1] = {name};
  struct input *input = &shared->input;
  word count = wanted.arguments ? input->arguments : 1;
  int status;
  for (word i = 1; i < count; i++) arguments[i] = (char *)input->argument[i];
  limit_time(micros);
  before = 0;
  status = __real_main((int)count, arguments, main_environment);
  look_for_leaks(0);
  if (!wanted.handlers) leave(QUIET);
  return status;
}

static void cleared_map(byte *map) {
  for (word i = 0; i < MAP / 8; i++) ((wide *)map)[i] = 0;
}

static void prepare(word style) {
  struct input *input = &shared->input;
  cleared_map(shared->edges);
  cleared_map(shared->near);
  shared->stop = NOT_STOPPED;
  shared->at = 0;
  shared->read = 0;
  shared->compared = 0;
  shared->style = style;
  shared->random = random_of(&chance) | 1;
  if (!wanted.text) return;
  syscall(SYS_FTRUNCATE, TEXT, input->length, 0);
  syscall(SYS_LSEEK, TEXT, 0, 0);
  if (input->length) syscall(SYS_WRITE, TEXT, input->text, (size)input->length);
  syscall(SYS_LSEEK, TEXT, 0, 0);
}

/* Execute with the input that is shared; values that it does not have are of a style. The child returns: whether this
   is it.
*/
static int execute(word style) {
  int status = 0;
  long child;
  prepare(style);
  executions++;
  child = forked();
  if (child == 0) {
    forget_key();
    return 1;
  }
  if (child < 0 || syscall(SYS_WAIT4, child, &status, 0, 0) != child) is_over = 1;
  shared->input.count = shared->read;
  return 0;
}

/* --- what is new --- */

static byte bucket(byte count) {
  return count < 3 ? count : count < 4 ? 4 : count < 8 ? 8 : count < 16 ? 16 : count < 32 ? 32 : count < 128 ? 64 : 128;
}

static int is_new(void) {
  const wide *edges = (const wide *)shared->edges, *near = (const wide *)shared->near;
  int new = 0;
  for (word i = 0; i < MAP / 8; i++) {
    for (word j = 8 * i; edges[i] && j < 8 * i + 8; j++) {
      byte here = bucket(shared->edges[j]);
      if (here & ~tables->seen[j]) new |= 2;
      tables->seen[j] |= here;
    }
    for (word j = 8 * i; near[i] && j < 8 * i + 8; j++) {
      if (shared->near[j] && !tables->near[j]) new |= 1;
      tables->near[j] |= shared->near[j];
    }
  }
  return new;
}

static void keep(void) {
  word at = entry_count < MOST_ENTRIES ? entry_count++ : pick(MOST_ENTRIES);
  word count = shared->compared < COMPARED ? shared->compared : COMPARED;
  copied(&tables->entries[at], &shared->input, sizeof shared->input);
  for (word i = 0; i < count; i++) tables->pairs[pair_count++ % MOST_PAIRS] = shared->pairs[i];
}

static int violates(void) {
  return shared->stop == CALLED || shared->stop == CRASHED || shared->stop == LEAKED;
}

static int seconds_are_over(void) {
  struct usage own, children;
  long used;
  syscall(SYS_GETRUSAGE, 0, &own);
  syscall(SYS_GETRUSAGE, -1, &children);
  used = own.user.seconds + own.system.seconds + children.user.seconds + children.system.seconds;
  used = used * 1000 + (own.user.micros + own.system.micros + children.user.micros + children.system.micros) / 1000;
  if (new_edges != new_edges_before) new_millis = used;
  new_edges_before = new_edges;
  is_quiet = used - new_millis >= patience_millis;
  return used >= limit_millis || is_quiet;
}

/* --- a smaller input that ends in the same way --- */

static word tries, smaller_why;
static size smaller_at;

/* 1: this is the child. Else the input that is shared is the smallest one again. */
static int try_smaller(void) {
  struct input *best = &tables->smaller;
  if (++tries > SMALLER) {
    copied(&shared->input, best, sizeof *best);
    return 0;
  }
  if (execute(STYLES)) return 1;
  if (shared->stop == smaller_why && shared->at == smaller_at) copied(best, &shared->input, sizeof *best);
  copied(&shared->input, best, sizeof *best);
  return 0;
}

#define TRY(change)                                                                                                    \
  do {                                                                                                                 \
    change;                                                                                                            \
    if (try_smaller()) return 1;                                                                                       \
  } while (0)

static int is_digit_run_of(word start, word end, word number) {
  word value = 0;
  while (start < end && value < 1000) value = 10 * value + (shared->input.text[start++] - '0');
  return value == number;
}

static int smaller_text(void) {
  struct input *input = &shared->input;
  for (word part = input->length; part > 0; part /= 2) {
    for (word at = 0; at + part <= input->length;) {
      word length = input->length;
      TRY(replaced(input->text, &input->length, MOST_TEXT, at, part, 0));
      if (input->length == length) at += part;
    }
  }
  for (word i = 0; i < input->length; i++) {
    if (is_digit(input->text[i]) && input->text[i] > '1') TRY(input->text[i] = '1');
    if (input->text[i] != 'a' && (input->text[i] > 126 || input->text[i] < 10)) TRY(input->text[i] = 'a');
  }
  return 0;
}

/* A number of several digits becomes the smallest one that does the same, if that is small. */
static int smaller_numbers(void) {
  struct input *input = &shared->input;
  for (word start = 0; start < input->length; start++) {
    word end = start, known;
    if (!is_digit(input->text[start]) || (start && is_digit(input->text[start - 1]))) continue;
    while (end < input->length && is_digit(input->text[end])) end++;
    known = input->length;
    for (word number = 0; end - start > 1 && number < 64 && !is_digit_run_of(start, end, number); number++) {
      byte digits[24];
      word count = write_number(digits, number);
      TRY(copied(replaced(input->text, &input->length, MOST_TEXT, start, end - start, count), digits, count));
      if (input->length != known || is_digit_run_of(start, start + count, number)) break;
    }
  }
  return 0;
}

static int smaller_arguments(void) {
  struct input *input = &shared->input;
  while (input->arguments > 1) {
    word count = input->arguments;
    TRY(input->arguments--);
    if (input->arguments == count) break;
  }
  for (word i = 1; i < input->arguments; i++) {
    for (word length = (word)length_of((const char *)input->argument[i]); length > 0; length--) {
      TRY(input->argument[i][length - 1] = 0);
      if (input->argument[i][length - 1]) break;
    }
  }
  return 0;
}

static int smaller_values(void) {
  struct input *input = &shared->input;
  for (word part = input->count / 2; part > 0; part /= 2) {
    for (word at = 0; at + part <= input->count;) {
      word count = input->count;
      TRY(remove_values(input, at, part));
      if (input->count >= count) at += part;
    }
  }
  for (word i = 0; i < input->count; i++) {
    if (input->values[i] != 0) TRY(input->values[i] = 0);
    if (input->values[i] != 0 && input->values[i] != 1) TRY(input->values[i] = 1);
    for (long long value = input->values[i]; value / 2 != 0 && value > 1;) {
      TRY(input->values[i] = value / 2);
      if (input->values[i] == value) break;
      value = input->values[i];
    }
    for (long long value = input->values[i]; value > 1;) {
      TRY(input->values[i] = value - 1);
      if (input->values[i] == value) break;
      value = input->values[i];
    }
  }
  return 0;
}

static int make_smaller(void) {
  tries = 0;
  smaller_why = shared->stop;
  smaller_at = shared->at;
  copied(&tables->smaller, &shared->input, sizeof shared->input);
  if (wanted.text && smaller_text()) return 1;
  if (wanted.arguments && smaller_arguments()) return 1;
  if (shared->input.count && smaller_values()) return 1;
  return wanted.text && (smaller_text() || smaller_numbers());
}

/* --- the search --- */

static int look_at_it(void) {
  int new;
  static const char *const names[] = {"", "called", "crashed", "leaked"};
  if (violates() && !is_passed_over(shared->stop, shared->at)) {
    if (make_smaller()) return 1;
    write_input(found, names[smaller_why], smaller_at, &tables->smaller);
    is_over = 1;
    return 0;
  }
  new = is_new();
  if (new) keep();
  new_edges += new >= 2;
  return 0;
}

static int is_child;

static void again(void) {
  if (!is_over && !is_child) is_child = execute(STYLES) || look_at_it();
}

/* Inputs to begin with: none, then values of each style, and some texts. */
static int begin(void) {
  struct input *input = &shared->input;
  for (word style = 0; style < STYLES && !is_over; style++) {
    cleared(input, sizeof *input);
    input->arguments = 1 + (style > 0) + style / 4;
    if (style > 0) input->length = some_word(input->text);
    if (style > 0) input->text[input->length++] = '\n';
    if (execute(style) || look_at_it()) return 1;
    if (!shared->read && !wanted.text && !wanted.arguments) is_over = 1;
  }
  return 0;
}

static const struct input *chosen(void) {
  word recent = entry_count < 16 ? entry_count : 16;
  return &tables->entries[pick(3) ? pick(entry_count) : entry_count - 1 - pick(recent)];
}

static int search(void) {
  read_entries(again);
  if (is_child || (!entry_count && begin())) return 1;
  while (!is_over && entry_count) {
    copied(&shared->input, chosen(), sizeof shared->input);
    mutate(&shared->input);
    if (execute(pick(STYLES)) || look_at_it()) return 1;
    if (executions % 4 == 0 && seconds_are_over()) is_over = 1;
  }
  return 0;
}

static void *pages(size length) {
  return (void *)syscall(SYS_MMAP, 0, length, 3, 0x21, -1, 0);
}

static void take_options(char **given) {
  const byte *at = (const byte *)given[1];
  limit_millis = (long)number_at(&at);
  patience_millis = (long)number_at(&at);
  chance = (wide)number_at(&at) * 0x9e3779b97f4a7c15ULL + 0x1234567;
  wanted.calls = 1;
  for (const char *each = given[2]; *each; each++) {
    if (*each == 'm') wanted.accesses = 1;
    if (*each == 'a') wanted.arithmetic = 1;
    if (*each == 'k') wanted.leaks = 1;
    if (*each == 'l') wanted.losses = 1;
    if (*each == 't') wanted.text = 1;
    if (*each == 'v') wanted.arguments = 1;
    if (*each == 'x') wanted.handlers = 1;
  }
}

static void open_files(void) {
  found = (int)syscall(SYS_OPEN, "found", WRITING, 0600);
  entries_file = (int)syscall(SYS_OPEN, "entries", 2 | 0100, 0600);
  null_file = (int)syscall(SYS_OPEN, "/dev/null", 2, 0);
  syscall(SYS_DUP2, syscall(SYS_MEMFD_CREATE, "text", 0), TEXT);
  syscall(SYS_DUP2, wanted.text ? TEXT : null_file, STANDARD_INPUT);
  syscall(SYS_DUP2, null_file, 1);
  syscall(SYS_DUP2, null_file, 2);
}

int __wrap_main(int count, char **arguments, char **environment) {
  if (count < 3) return 2;
  main_environment = environment;
  stack_end = (size)__builtin_frame_address(0) + 4096;
  take_options(arguments);
  tables = pages(sizeof *tables);
  open_files();
  read_dictionary();
  if (&__sanitizer_set_death_callback) __sanitizer_set_death_callback(reported);
  shared = pages(sizeof *shared);
  handle_signals();
  if (!protect()) return 3;
  if (search()) return run_program();
  put("executions");
  put_number((long long)executions);
  put_number(entry_count);
  put_number(is_quiet);
  write_line(found);
  for (word i = 0; i < entry_count && i < TOLD; i++) write_input(found, "kept", 0, &tables->entries[i]);
  write_entries();
  syscall(SYS_EXIT_GROUP, 0);
  return 0;
}
