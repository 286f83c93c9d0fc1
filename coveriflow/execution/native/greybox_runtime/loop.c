/* The search: one input after the other is executed, and those that take something new are kept. */

extern int __cxa_atexit(void (*)(void *), void *, void *) __attribute__((weak));
extern void __sanitizer_set_death_callback(void (*)(void)) __attribute__((weak));

enum { TOLD = 64, SPURIOUS = 20, WAITED = 4 };

static long limit_millis, patience_millis;
static long until_millis; /* of a clock: executions that wait use no CPU time */
static word spurious;
static wide many_blocks = MANY;
static int is_endless;

HOT static byte bucket(byte count) {
  return count < 3 ? count : count < 4 ? 4 : count < 8 ? 8 : count < 16 ? 16 : count < 32 ? 32 : count < 128 ? 64 : 128;
}

HOT static int is_new(void) {
  const struct map *edges = &shared->edges, *near = &shared->near;
  word edge_count = taken_count(edges), near_count = taken_count(near);
  int new = 0;
  for (word i = 0; i < edge_count; i++) {
    word entry = edges->taken[i] % MOST_MAP;
    byte here = bucket(edges->counts[entry]);
    if (here & ~tables->seen[entry]) new |= 2;
    tables->seen[entry] |= here;
  }
  for (word i = 0; i < near_count; i++) {
    word entry = near->taken[i] % MOST_MAP;
    if (!tables->near[entry]) new |= 1;
    tables->near[entry] = 1;
  }
  return new;
}

static void keep(void) {
  word at = tables->entry_count < MOST_ENTRIES ? tables->entry_count++ : pick(MOST_ENTRIES);
  word count = shared->compared < COMPARED ? shared->compared : COMPARED;
  copy_input(&tables->entries[at], &shared->input);
  tables->uses[at] = 0;
  for (word i = 0; i < count; i++) tables->pairs[tables->pair_count++ % MOST_PAIRS] = shared->pairs[i];
}

static void keep_new(void) {
  int new = is_new();
  if (new) keep();
  tables->new_edges += new >= 2;
}

static long now_millis(void) {
  struct moment now = {0, 0};
  syscall(SYS_CLOCK_GETTIME, 1, &now);
  return now.seconds * 1000 + now.micros / 1000000; /* the second number is one of nanoseconds here */
}

/* ``used``: milliseconds of CPU time until now. */
static void look_at_clock(long used) {
  if (tables->new_edges != tables->new_edges_before) tables->new_millis = used;
  tables->new_edges_before = tables->new_edges;
  tables->is_quiet = used - tables->new_millis >= patience_millis;
  if (used >= limit_millis || tables->is_quiet || now_millis() >= until_millis) tables->is_over = 1;
}

static int has_violated(void) {
  return is_violation(shared->stop) && !is_passed_over(shared->stop, shared->at);
}

/* Whether an execution that takes many blocks takes very many: in a child again. Else more are to be many from now on. */
static int see_whether_it_ends(void) {
  tables->most_blocks = VERY_MANY;
  if (execute(STYLES)) return 1;
  tables->most_blocks = many_blocks;
  is_endless = shared->stop == ENDLESS;
  if (shared->stop == NOT_STOPPED) is_endless = ended_by == SIGPROF || ended_by == SIGALRM;
  if (!is_endless && many_blocks < LONGEST) tables->most_blocks = many_blocks *= 2;
  return 0;
}

/* The smaller input may be one with which the execution ends, later than was waited for. */
static int make_smaller_endless(void) {
  copied(&tables->first, &shared->input, sizeof shared->input);
  if (make_smaller()) return 1;
  copied(&shared->input, &tables->smaller, sizeof shared->input);
  if (see_whether_it_ends()) return 1;
  if (!is_endless) copied(&tables->smaller, &tables->first, sizeof tables->first);
  return 0;
}

static int look_at_it(void) {
  static const char *const names[] = {"", "called", "crashed", "leaked", "endless"};
  if (has_violated() && shared->stop == ENDLESS) {
    size at = shared->at;
    if (see_whether_it_ends()) return 1;
    if (!is_endless) {
      keep_new();
      return 0;
    }
    shared->stop = ENDLESS;
    shared->at = at;
    if (make_smaller_endless()) return 1;
    write_input(found, names[ENDLESS], at, &tables->smaller);
    tables->is_over = 1;
    return 0;
  }
  if (has_violated()) {
    if (make_smaller()) return 1;
    write_input(found, names[smaller_why], smaller_at, &tables->smaller);
    tables->is_over = 1;
    return 0;
  }
  keep_new();
  return 0;
}

/* Inputs to begin with: none, then values of each style, and some texts. */
static int begin(void) {
  struct input *input = &shared->input;
  for (word style = 0; style < STYLES && !tables->is_over; style++) {
    cleared(input, sizeof *input);
    input->arguments = 1 + (style > 0) + style / 4;
    if (style > 0) input->length = some_word(input->text);
    if (style > 0) input->text[input->length++] = '\n';
    if (execute(style) || look_at_it()) return 1;
    if (!shared->read && !wanted.text && !wanted.arguments) tables->is_over = 1;
    if (now_millis() >= until_millis) tables->is_over = 1;
  }
  return 0;
}

static const struct input *chosen(void) {
  word recent = tables->entry_count < 16 ? tables->entry_count : 16, best = pick(tables->entry_count), way = pick(3);
  if (way == 1) best = tables->entry_count - 1 - pick(recent);
  for (word i = 0; way == 2 && i < 8; i++) {
    word other = pick(tables->entry_count);
    if (tables->uses[other] < tables->uses[best]) best = other;
  }
  tables->uses[best]++;
  return &tables->entries[best];
}

/* The next input, and the style of values that it does not have: those of the process before, then changed ones. */
static word next_input(void) {
  if (tables->has_old && (tables->has_old = read_entry(&shared->input))) return STYLES;
  copy_input(&shared->input, chosen());
  mutate(&shared->input);
  return pick(STYLES);
}

/* --- whether executions in one process are like those in processes of their own --- */

HOT static wide digest(void) {
  wide found = shared->stop;
  for (word i = 0; i < map_size; i++) found = (found ^ bucket(shared->edges.counts[i])) * 0x100000001b3ULL;
  return found;
}

static int compare_ways(void) {
  wide alone[COMPARED_ENTRIES];
  word count = tables->entry_count < COMPARED_ENTRIES ? tables->entry_count : COMPARED_ENTRIES;
  for (word i = 0; i < count; i++) {
    copied(&shared->input, &tables->entries[i], sizeof shared->input);
    if (execute(STYLES)) return 1;
    alone[i] = digest();
  }
  tables->is_undone = 0;
  if (!in_child()) return 0;
  keep_data();
  for (word i = 0; i < 2 * count; i++) {
    copied(&shared->input, &tables->entries[i / 2], sizeof shared->input);
    execute_here(STYLES);
    if (digest() != alone[i / 2]) end_process(QUIET);
  }
  tables->is_undone = 1;
  end_process(QUIET);
}

/* --- rounds --- */

/* In a child: until an execution ends it, or enough of them did not. */
static __attribute__((noreturn)) void execute_many(void) {
  keep_data();
  for (word i = 0; i < TOGETHER_AT_MOST && !tables->is_over; i++) {
    execute_here(next_input());
    keep_new();
    if (i % 32 == 31) look_at_clock(tables->used_millis + millis_of(0));
  }
  end_process(QUIET);
}

/* What has ended the process is looked at in one of its own: there it may end otherwise. */
static int look_again(void) {
  if (!shared->is_running) return 0;
  shared->is_running = 0;
  shared->input.count = shared->read;
  if (!has_violated()) {
    keep_new();
    return 0;
  }
  if (execute(STYLES)) return 1;
  if (!has_violated() && ++spurious >= SPURIOUS) tables->is_undone = 0;
  return look_at_it();
}

static int execute_some(void) {
  tables->used_millis = millis_of(0) + millis_of(-1);
  look_at_clock(tables->used_millis);
  if (tables->is_over) return 0;
  if (!tables->is_undone) return execute(next_input()) || look_at_it();
  if (in_child()) execute_many();
  return look_again();
}

static int search(void) {
  tables->has_old = 1;
  for (word i = 0; i < COMPARED_ENTRIES && tables->has_old && !tables->is_over; i++) {
    if ((tables->has_old = read_entry(&shared->input)) && (execute(STYLES) || look_at_it())) return 1;
  }
  if (!tables->entry_count && begin()) return 1;
  if (may_undo() && tables->entry_count && !tables->is_over && compare_ways()) return 1;
  while (!tables->is_over && tables->entry_count) {
    if (execute_some()) return 1;
  }
  return 0;
}

static void take_options(char **given) {
  const byte *at = (const byte *)given[1];
  limit_millis = (long)number_at(&at);
  patience_millis = (long)number_at(&at);
  tables->chance = (wide)number_at(&at) * 0x9e3779b97f4a7c15ULL + 0x1234567;
  map_size = (word)number_at(&at);
  until_millis = now_millis() + WAITED * limit_millis + 2000;
  tables->most_blocks = many_blocks;
  wanted.calls = 1;
  for (const char *each = given[2]; *each; each++) {
    if (*each == 'm') wanted.accesses = 1;
    if (*each == 'a') wanted.arithmetic = 1;
    if (*each == 'k') wanted.leaks = 1;
    if (*each == 'l') wanted.losses = 1;
    if (*each == 't') wanted.text = 1;
    if (*each == 'v') wanted.arguments = 1;
    if (*each == 'x') wanted.handlers = 1;
    if (*each == 'e') wanted.endless = 1;
  }
}

static void open_files(void) {
  int null_file;
  found = (int)syscall(SYS_OPEN, "found", WRITING, 0600);
  entries_file = (int)syscall(SYS_OPEN, "entries", 2 | 0100, 0600);
  read_entries();
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
  tables = pages(sizeof *tables, TOGETHER);
  objects = pages(MOST_OBJECTS * sizeof *objects, ALONE);
  line = pages(LONGEST_LINE, ALONE);
  own_arguments = pages(sizeof shared->input.argument, ALONE);
  take_options(arguments);
  open_files();
  read_dictionary();
  if (&__sanitizer_set_death_callback) __sanitizer_set_death_callback(reported);
  shared = pages(sizeof *shared, TOGETHER);
  handle_signals();
  if (wanted.handlers && &__cxa_atexit) __cxa_atexit(look_for_leaks_at_end, 0, 0);
  if (!protect()) return 3;
  if (search()) return run_program();
  put("executions");
  put_number((long long)tables->executions);
  put_number(tables->entry_count);
  put_number(tables->is_quiet);
  write_line(found);
  for (word i = 0; i < tables->entry_count && i < TOLD; i++) write_input(found, "kept", 0, &tables->entries[i]);
  write_entries();
  syscall(SYS_EXIT_GROUP, 0);
  return 0;
}
