/* What happens at the end of a program (C11 7.22.4, and the GNU library's `error`). */

#include "model.h"

static struct handler {
  void (*function)(void);
  struct handler *next;
} *handlers;

int atexit(void (*function)(void)) {
  struct handler *new = __builtin_malloc(sizeof *new);
  new->function = function;
  new->next = handlers;
  handlers = new;
  return 0;
}

/* Calls what `atexit` was given, the last one first. */
void __coveriflow_run_exit_handlers(void) {
  while (handlers) {
    void (*function)(void) = handlers->function;
    handlers = handlers->next;
    function();
  }
}

void error(int status, int number, const char *format, ...) {
  if (status) exit(status);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...) {
  if (status) exit(status);
}
