/* What the compiler makes the program call: at each block of code, and before each comparison. */

static size before;

HOT static void count_block(size here) {
  if (++shared->blocks < shared->most_blocks / 2) return;
  if (here < shared->lowest) shared->lowest = here;
  if (shared->blocks < shared->most_blocks) return;
  shared->at = shared->lowest;
  leave(ENDLESS);
}

HOT void __sanitizer_cov_trace_pc(void) {
  size here = (size)__builtin_return_address(0), mixed;
  byte *count;
  if (!shared) return;
  shared->at = here;
  mixed = (here * 0x9e3779b1u) >> 8;
  count = taken_in(&shared->edges, (mixed ^ before) & (map_size - 1));
  if (*count < 255) ++*count;
  before = (mixed >> 1) & (map_size - 1);
  if (wanted.endless) count_block(here);
}

/* How near two numbers are is coverage, too: by the length of their difference. */
PART_OF_HOT static void note_nearness(wide left, wide right, word length, size here) {
  byte *count = taken_in(&shared->near, ((here * 0x9e3779b1u >> 8) * 67 + length) & (map_size - 1));
  if (*count) return;
  *count = 1;
  if (length) shared->pairs[shared->compared++ % COMPARED] = (struct compared){left, right};
}

PART_OF_HOT static void compare(wide left, wide right, size here) {
  wide distance = left > right ? left - right : right - left;
  if (shared) note_nearness(left, right, distance ? 64 - (word)__builtin_clzll(distance) : 0, here);
}

/* The same of both with their signs extended: where these differ, their distance is that of the largest numbers. */
PART_OF_HOT static void compare_words(int left, int right, size here) {
  word distance = left > right ? (word)left - (word)right : (word)right - (word)left;
  word length = (left ^ right) < 0 ? 64 : distance ? 32 - (word)__builtin_clz(distance) : 0;
  if (shared) note_nearness((wide)(long long)left, (wide)(long long)right, length, here);
}

#define HERE ((size)__builtin_return_address(0))

HOT void __sanitizer_cov_trace_cmp1(byte left, byte right) {
  compare_words(left, right, HERE);
}
HOT void __sanitizer_cov_trace_cmp2(half left, half right) {
  compare_words(left, right, HERE);
}
HOT void __sanitizer_cov_trace_cmp4(word left, word right) {
  compare_words((int)left, (int)right, HERE);
}
HOT void __sanitizer_cov_trace_cmp8(wide left, wide right) {
  compare(left, right, HERE);
}
HOT void __sanitizer_cov_trace_const_cmp1(byte left, byte right) {
  compare_words(left, right, HERE);
}
HOT void __sanitizer_cov_trace_const_cmp2(half left, half right) {
  compare_words(left, right, HERE);
}
HOT void __sanitizer_cov_trace_const_cmp4(word left, word right) {
  compare_words((int)left, (int)right, HERE);
}
HOT void __sanitizer_cov_trace_const_cmp8(wide left, wide right) {
  compare(left, right, HERE);
}

static wide pattern_of(double number) {
  wide bits;
  copied(&bits, &number, sizeof bits);
  return bits;
}

HOT void __sanitizer_cov_trace_cmpf(float left, float right) {
  compare(pattern_of(left), pattern_of(right), HERE);
}
HOT void __sanitizer_cov_trace_cmpd(double left, double right) {
  compare(pattern_of(left), pattern_of(right), HERE);
}
HOT void __sanitizer_cov_trace_switch(wide value, const wide *cases) {
  for (wide i = 0; i < cases[0] && i < 16; i++) compare(value, cases[2 + i], HERE + i);
}

/* --- the violations --- */

void __coveriflow_error(void) {
  leave(wanted.calls ? CALLED : QUIET);
}

void __coveriflow_quiet(void) {
  leave(QUIET);
}

/* Our own library calls this where it ends. */
void __coveriflow_missing(void) {
  leave(QUIET);
}

/* One that violates the property is defined beside the program. */
__attribute__((weak)) void __assert_fail(const char *what, const char *file, unsigned where, const char *function) {
  (void)what, (void)file, (void)where, (void)function;
  leave(QUIET);
}

/* A report of the address sanitizer ends the program. */
static void reported(void) {
  end_process(wanted.accesses ? CRASHED : QUIET);
}
