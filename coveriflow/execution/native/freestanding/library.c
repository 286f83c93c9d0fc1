/* What a program needs of a C library, where the system has none for its data model: start-up, memory, texts, numbers.

   One translation unit, so that what the functions share is static. All that programs see is weak: a definition of the
   program's own counts, as it does beside a library of the system. A function that is not here does not link; what a
   function that is here cannot do ends the program with the marker of the harness (missing). Nothing is approximated.
*/

#include <sys/syscall.h>

#define PUBLIC __attribute__((weak))
#define NORETURN __attribute__((noreturn))
#define NULL ((void *)0)

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef unsigned char byte;
typedef unsigned int word;
typedef unsigned long long dword;
typedef __builtin_va_list va_list;

enum { ENOMEM = 12, EINVAL = 22, EDOM = 33, ERANGE = 34 };

extern void __coveriflow_missing(void) NORETURN;

#include "system.c"

#include "texts.c"

#include "memory.c"

#include "integers.c"

#include "numbers.c"

#include "floating.c"

#include "decimals.c"

#include "streams.c"

#include "printing.c"

#include "printing_floats.c"

#include "reading.c"

#include "sorting.c"
