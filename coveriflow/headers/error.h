#ifndef _COVERIFLOW_ERROR_H
#define _COVERIFLOW_ERROR_H
/* The GNU C library's. */
#include <stdlib.h>
void error(int status, int number, const char *format, ...);
void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...);
#endif
