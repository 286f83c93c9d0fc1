/* Signals (C11 7.14, POSIX), with the numbers of Linux. None comes but by `raise`; `0` is `SIG_DFL`, `1` is `SIG_IGN`,
   `-1` is `SIG_ERR`. */

#include "model.h"

typedef void (*__coveriflow_handler)(int);

struct action {
  __coveriflow_handler function;
  unsigned long mask[1024 / (8 * sizeof(unsigned long))];
  int flags;
  void (*restorer)(void);
};

__coveriflow_handler __coveriflow_handlers[32];

int __coveriflow_takes_more[32];

int __coveriflow_is_handling;

int __coveriflow_is_blocking;

/* Whether the handler of a signal may be set. What comes of itself is refused: timers, and what `abort` does. */
static int is_changeable(int number, __coveriflow_handler function) {
  __coveriflow_chosen("no signal comes from outside, and none is ignored when the program starts");
  if (number >= 32 && number <= 64) __coveriflow_unsupported("a signal of real time");
  if (number < 1 || number > 64 || number == 9 || number == 19) return 0;
  if (function == (__coveriflow_handler)0 || function == (__coveriflow_handler)1) return 1;
  if (number == 6) __coveriflow_unsupported("a handler of the signal that abort raises");
  if (number == 14 || number == 26 || number == 27) __coveriflow_unsupported("a handler of a timer's signal");
  return 1;
}

__coveriflow_handler signal(int number, __coveriflow_handler function) {
  if (function == (__coveriflow_handler)-1 || !is_changeable(number, function)) {
    SETS_ERRNO(22);
    return (__coveriflow_handler)-1;
  }
  __coveriflow_handler before = __coveriflow_handlers[number];
  __coveriflow_handlers[number] = function;
  __coveriflow_takes_more[number] = 0;
  return before;
}

int sigaction(int number, struct action *new, struct action *old) {
  int is_asked_only = !new && (number == 9 || number == 19);
  if (!is_asked_only && !is_changeable(number, new ? new->function : (__coveriflow_handler)0)) {
    SETS_ERRNO(22);
    return -1;
  }
  __coveriflow_handler before = __coveriflow_handlers[number];
  if (new) {
    if (new->flags & (int)0x80000000) __coveriflow_unsupported("a handler for one signal only");
    __coveriflow_handlers[number] = new->function;
    __coveriflow_takes_more[number] = new->flags & 4;
  }
  if (old) {
    old->function = before;
    __coveriflow_any(old->flags, "sigaction");
    for (size_t i = 0; i < sizeof old->mask / sizeof *old->mask; i++) __coveriflow_any(old->mask[i], "sigaction");
  }
  return 0;
}

int raise(int number) {
  if (number < 0 || number > 64) {
    SETS_ERRNO(22);
    return -1;
  }
  if (number >= 32) __coveriflow_unsupported("a signal of real time");
  if (__coveriflow_is_handling || __coveriflow_is_blocking)
    __coveriflow_unsupported("a signal that is raised within a handler, or while it waits");
  __coveriflow_handler function = __coveriflow_handlers[number];
  if (number == 0 || function == (__coveriflow_handler)1) return 0;
  if (function == (__coveriflow_handler)0) {
    if (number == 17 || number == 18 || number == 23 || number == 28) return 0;
    if (number >= 19 && number <= 22) __coveriflow_unsupported("a signal that stops the program");
    __builtin_abort();
  }
  if (__coveriflow_takes_more[number]) __coveriflow_unsupported("a handler with three parameters");
  __coveriflow_is_handling = 1;
  function(number);
  __coveriflow_is_handling = 0;
  return 0;
}

int sigprocmask(int how, unsigned long *set, unsigned long *old) {
  size_t words = 1024 / (8 * sizeof *set);
  if (set && (how < 0 || how > 2)) {
    SETS_ERRNO(22);
    return -1;
  }
  for (size_t i = 0; old && i < words; i++) __coveriflow_any(old[i], "sigprocmask");
  if (set) __coveriflow_is_blocking = 1;
  return 0;
}

int sigemptyset(unsigned long *set) {
  for (size_t i = 0; i < 1024 / (8 * sizeof *set); i++) set[i] = 0;
  return 0;
}

/* Those that the C library needs itself, 32 and 33, are left out. */
int sigfillset(unsigned long *set) {
  for (size_t i = 0; i < 1024 / (8 * sizeof *set); i++) set[i] = (unsigned long)-1;
  for (int number = 32; number <= 33; number++) {
    int bit = number - 1, width = (int)(8 * sizeof *set);
    set[bit / width] &= ~(1UL << bit % width);
  }
  return 0;
}

int sigaddset(unsigned long *set, int number) {
  int bit = number - 1, width = (int)(8 * sizeof *set);
  if (number < 1 || number > 64 || number == 32 || number == 33) {
    SETS_ERRNO(22);
    return -1;
  }
  set[bit / width] |= 1UL << bit % width;
  return 0;
}

int sigdelset(unsigned long *set, int number) {
  int bit = number - 1, width = (int)(8 * sizeof *set);
  if (number < 1 || number > 64 || number == 32 || number == 33) {
    SETS_ERRNO(22);
    return -1;
  }
  set[bit / width] &= ~(1UL << bit % width);
  return 0;
}

int sigismember(unsigned long *set, int number) {
  int bit = number - 1, width = (int)(8 * sizeof *set);
  if (number < 1 || number > 64) {
    SETS_ERRNO(22);
    return -1;
  }
  return (int)(set[bit / width] >> bit % width & 1);
}
