/* What the program reads, in order, and what happens where it violates the property. */
#include <stdio.h>
#include <stdlib.h>

static const long long values[][2] = {%VALUES%{0, 0}};
static unsigned long taken;
static long long high;

#define __coveriflow_stop(why, status) stopped(#why)

static void stopped(const char *why) {
  fflush(stdout);
  fprintf(stderr, "the execution ends: %s\n", why);
  exit(2);
}

void __coveriflow_error(void) {
  fflush(stdout);
  fputs("the violation is reached\n", stderr);
  abort();
}

void __coveriflow_missing(void) { __coveriflow_stop(missing, 0); }

long long __coveriflow_high(void) { return high; }

long long __coveriflow_next(void) {
  if (taken + 1 >= sizeof values / sizeof *values) __coveriflow_stop(exhausted, 0);
  high = values[taken][1];
  return values[taken++][0];
}

