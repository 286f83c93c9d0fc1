/* The functions around a program that libFuzzer, or AFL++ in its place, runs: again and again in one process, each time from its first state.
   An input of libFuzzer is the bytes of the values that the program reads, one behind the other; zeros follow. */

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

enum { MOST_VALUES = 4096, ARENA = 64 << 20, MICROSECONDS = 30000 };

extern int __coveriflow_main(int, char **, char **);
extern char **environ;
extern char __start_coveriflow_data[] __attribute__((weak)), __stop_coveriflow_data[] __attribute__((weak));
extern char __start_coveriflow_bss[] __attribute__((weak)), __stop_coveriflow_bss[] __attribute__((weak));

static const uint8_t *rest;
static size_t left, used;
static uint64_t number;
static unsigned char values[MOST_VALUES][16];
static char *first_data, *arena, *dump, *errors;
static volatile sig_atomic_t running;
static sigjmp_buf back;

static void leave(void) {
  if (running) siglongjmp(back, 1);
}

/* --- what the program calls --- */

static void write_all(int file, const void *from, size_t size) {
  const char *next = from;
  for (ssize_t done; size && (done = write(file, next, size)) > 0; size -= done) next += done;
}

static void write_values(const char *name) {
  int file = open(name, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (file < 0) return;
  write_all(file, &number, sizeof number);
  write_all(file, values, number * sizeof values[0]);
  close(file);
}

void __coveriflow_error(void) {
  if (running && errors) {
    write_values(errors);
    if (getenv("COVERIFLOW_CRASH")) {
      signal(SIGABRT, SIG_DFL);
      abort();
    }
    _exit(0);
  }
  leave();
}

void __coveriflow_take(void *value, size_t size) {
  if (number >= MOST_VALUES) leave();
  size_t given = size < left ? size : left;
  memset(value, 0, size);
  memcpy(value, rest, given);
  rest += given;
  left -= given;
}

void __coveriflow_took(const void *value, size_t size) {
  memset(values[number], 0, sizeof values[0]);
  memcpy(values[number++], value, size < sizeof values[0] ? size : sizeof values[0]);
}

long long __coveriflow_next(void) {
  int value;
  __coveriflow_take(&value, sizeof value);
  __coveriflow_took(&value, sizeof value);
  return value;
}

long long __coveriflow_high(void) { return 0; }

#define __coveriflow_stop(why, status) leave()

/* --- what it has of the library: nothing of it ends the process, and memory is new in each run --- */

#define OWN __attribute__((weak))
OWN void __coveriflow_abort(void) { leave(); }
OWN void __coveriflow_exit(int status) { leave(); }
OWN void __coveriflow_assert_fail(const char *text, const char *file, unsigned line, const char *function) { leave(); }

OWN void *__coveriflow_malloc(size_t size) {
  size_t needed = 16 + ((size + 15) & ~(size_t)15);
  if (size > ARENA || needed > ARENA - used) leave();
  char *found = arena + used;
  used += needed;
  memcpy(found, &size, sizeof size);
  return memset(found + 16, 0, size);
}

OWN void *__coveriflow_calloc(size_t count, size_t size) {
  if (size && count > ARENA / size) leave();
  return __coveriflow_malloc(count * size);
}

OWN void *__coveriflow_realloc(void *old, size_t size) {
  char *found = __coveriflow_malloc(size);
  size_t before = 0;
  if (old) memcpy(&before, (char *)old - 16, sizeof before);
  return old ? memcpy(found, old, before < size ? before : size) : found;
}

OWN void __coveriflow_free(void *old) {}

/* --- what libFuzzer calls --- */

static void copy(char *to, char *from, const char *end) {
  if (from && from < end) memcpy(to, from, end - from);
}

static void interrupted(int signal) {
  if (running) siglongjmp(back, 1);
  _exit(1);
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
  static char stack[1 << 16];
  static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGVTALRM};
  stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_handler = interrupted, .sa_flags = SA_NODEFER | SA_ONSTACK};
  size_t size = __stop_coveriflow_data - __start_coveriflow_data;
  dump = getenv("COVERIFLOW_DUMP");
  errors = getenv("COVERIFLOW_ERRORS");
  arena = malloc(ARENA);
  first_data = malloc(size + 1);
  if (!arena || !first_data) _exit(1);
  copy(first_data, __start_coveriflow_data, __stop_coveriflow_data);
  sigaltstack(&other, 0);
  for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) sigaction(signals[i], &action, 0);
  return 0;
}

static void arm(long microseconds) {
  struct itimerval timer = {{0, 0}, {0, microseconds}};
  setitimer(ITIMER_VIRTUAL, &timer, 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  char name[] = "program", *arguments[] = {name, 0};
  size_t initialised = __stop_coveriflow_data - __start_coveriflow_data;
  if (initialised) memcpy(__start_coveriflow_data, first_data, initialised);
  if (__start_coveriflow_bss) memset(__start_coveriflow_bss, 0, __stop_coveriflow_bss - __start_coveriflow_bss);
  rest = bytes;
  left = size;
  used = number = 0;
  if (sigsetjmp(back, 0) == 0) {
    running = 1;
    arm(MICROSECONDS);
    __coveriflow_main(1, arguments, environ);
  }
  running = 0;
  arm(0);
  if (dump) write_values(dump);
  return 0;
}

