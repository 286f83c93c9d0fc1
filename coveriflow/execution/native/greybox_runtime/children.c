/* A child is bounded: in time, in memory, and in the system calls that it may make. It writes no file, and no other
   process hears of it. The parent has the same bounds, as a filter of its own for each child would take longer than
   most executions.
*/

struct instruction {
  half code;
  byte then, otherwise;
  word value;
};

struct filter {
  half count;
  const struct instruction *code;
};

enum { LOAD = 0x20, EQUAL = 0x15, ANY_BIT = 0x45, ANSWER = 0x06 };
enum { ALLOW = 0x7fff0000, DENY = 0x00050001, NOTHING_DONE = 0x00050000 };
enum { CALL_AT = 0, MACHINE_AT = 4, FIRST_AT = 16, SECOND_AT = 24, THIRD_AT = 32 };

/* Those of the parent are the last ones: libraries fork by another call. */
static const half harmless[] = {
    SYS_READ, SYS_WRITE, SYS_LSEEK, SYS_EXIT_GROUP, SYS_MMAP, SYS_MUNMAP, SYS_BRK, SYS_NEWFSTATAT, SYS_FSTAT,
    SYS_IOCTL, SYS_CLOSE, SYS_MPROTECT, SYS_RT_SIGACTION, SYS_RT_SIGPROCMASK, SYS_RT_SIGRETURN, SYS_READV,
    SYS_WRITEV, SYS_SCHED_YIELD, SYS_MREMAP, SYS_MADVISE, SYS_GETPID, SYS_GETTID, SYS_EXIT, SYS_UNAME,
    SYS_GETTIMEOFDAY, SYS_TIMES, SYS_SIGALTSTACK, SYS_ARCH_PRCTL, SYS_TIME, SYS_CLOCK_GETTIME, SYS_GETRANDOM,
    SYS_FUTEX,
#ifdef __i386__
    SYS_SET_THREAD_AREA,
#endif
    SYS_WAIT4, SYS_SETITIMER, SYS_FTRUNCATE, SYS_GETRUSAGE,
};
static const half sleeping[] = {SYS_NANOSLEEP, SYS_CLOCK_NANOSLEEP};

enum { HARMLESS = sizeof harmless / sizeof *harmless, MOST_INSTRUCTIONS = 2 * HARMLESS + 30 };

static struct instruction rules[MOST_INSTRUCTIONS];
static half rule_count;

static void rule(half code, word value, byte then, byte otherwise) {
  rules[rule_count++] = (struct instruction){code, then, otherwise, value};
}

static void answered(word call, word answer) {
  rule(EQUAL, call, 0, 1);
  rule(ANSWER, answer, 0, 0);
}

/* Who knows this number may fork. A child forgets it before it runs the program. */
static word fork_key[2];

static long forked(void) {
  return syscall(SYS_FORK, (long)fork_key[0], (long)fork_key[1]);
}

static void forget_key(void) {
  volatile byte used_stack[4096];
  for (word i = 0; i < sizeof used_stack; i++) used_stack[i] = 0;
  fork_key[0] = fork_key[1] = 0;
}

static void make_fork_rules(void) {
  rule(EQUAL, SYS_FORK, 0, 6);
  rule(LOAD, FIRST_AT, 0, 0);
  rule(EQUAL, fork_key[0], 0, 3);
  rule(LOAD, SECOND_AT, 0, 0);
  rule(EQUAL, fork_key[1], 0, 1);
  rule(ANSWER, ALLOW, 0, 0);
  rule(ANSWER, DENY, 0, 0);
}

/* A file may be opened for reading. */
static void make_rules(void) {
  rule(LOAD, MACHINE_AT, 0, 0);
  rule(EQUAL, MACHINE, 1, 0);
  rule(ANSWER, DENY, 0, 0);
  rule(LOAD, CALL_AT, 0, 0);
  make_fork_rules();
  for (word i = 0; i < HARMLESS; i++) answered(harmless[i], ALLOW);
  for (word i = 0; i < sizeof sleeping / sizeof *sleeping; i++) answered(sleeping[i], NOTHING_DONE);
  rule(EQUAL, SYS_OPENAT, 0, 2); /* else it is denied */
  rule(LOAD, THIRD_AT, 0, 0);
  rule(ANY_BIT, 3 | WRITING, 0, 1);
  rule(ANSWER, DENY, 0, 0);
  rule(ANSWER, ALLOW, 0, 0);
}

/* Whether the bounds hold from now on. */
static int protect(void) {
  struct filter filter = {0, rules};
  int holds;
  if (syscall(SYS_GETRANDOM, fork_key, sizeof fork_key, 0) != sizeof fork_key) return 0;
  make_rules();
  filter.count = rule_count;
  holds = syscall(SYS_PRCTL, 38, 1, 0, 0, 0) == 0 && syscall(SYS_PRCTL, 22, 2, &filter, 0, 0) == 0;
  cleared(rules, sizeof rules);
  return holds;
}

/* --- signals --- */

struct action {
  void (*handler)(int, const byte *, void *);
  unsigned long flags;
  void (*restorer)(void);
  wide mask;
};

enum { WITH_PLACE = 4, ON_OTHER_STACK = 0x08000000, WITH_RESTORER = 0x04000000, NOT_MASKED = 0x40000000 };

/* No handler returns. */
static void never(void) {
  for (;;) syscall(SYS_EXIT_GROUP, 1);
}

/* Too deep a recursion is no access that the program means. A signal that the kernel cannot explain is how libraries
   end a program that may not send itself one.
*/
static void accessed(int signal, const byte *told, void *context) {
  size place, most = (8 << 20) + (1 << 20);
  int why;
  (void)context;
  copied(&why, told + 8, sizeof why);
  copied(&place, told + (sizeof place == 8 ? 16 : 12), sizeof place);
  if (signal == SIGSEGV && (why == 0x80 || (place < stack_end && place > stack_end - most))) end_process(QUIET);
  end_process(wanted.accesses ? CRASHED : QUIET);
}

static void trapped(int signal, const byte *told, void *context) {
  (void)signal, (void)told, (void)context;
  end_process(wanted.arithmetic ? CRASHED : QUIET);
}

static void handle(int signal, void (*handler)(int, const byte *, void *)) {
  struct action action = {handler, WITH_PLACE | ON_OTHER_STACK | WITH_RESTORER | NOT_MASKED, never, 0};
  syscall(SYS_RT_SIGACTION, signal, &action, 0, 8);
}

static void handle_signals(void) {
  struct {
    void *start;
    int flags;
    size length;
  } stack = {pages(1 << 15, ALONE), 0, 1 << 15};
  syscall(SYS_SIGALTSTACK, &stack, 0);
  handle(SIGSEGV, accessed);
  handle(SIGBUS, accessed);
  handle(SIGFPE, trapped);
  handle(SIGILL, trapped);
  handle(SIGTRAP, trapped);
}
