#ifndef _COVERIFLOW_ERROR_H
#define _COVERIFLOW_ERROR_H
/* The GNU C library's. */
#include <stdlib.h>
static inline void error(int status, int number, const char *format, ...) {
  if (status) exit(status);
}
#endif
