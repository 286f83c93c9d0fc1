/* What happens at the end of a program (C11 7.22.4, the GNU library's `error`, and `err` and the like from BSD). */

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
  __coveriflow_format((char *)format);
  if (status) exit(status);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...) {
  __coveriflow_format((char *)format);
  if (status) exit(status);
}

void err(int status, const char *format, ...) {
  if (format) __coveriflow_format((char *)format);
  exit(status);
}

void errx(int status, const char *format, ...) {
  if (format) __coveriflow_format((char *)format);
  exit(status);
}

void verr(int status, const char *format, __builtin_va_list arguments) {
  if (format) __coveriflow_format((char *)format);
  exit(status);
}

void verrx(int status, const char *format, __builtin_va_list arguments) {
  if (format) __coveriflow_format((char *)format);
  exit(status);
}
