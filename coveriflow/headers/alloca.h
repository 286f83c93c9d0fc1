#ifndef _COVERIFLOW_ALLOCA_H
#define _COVERIFLOW_ALLOCA_H
/* Not in C; the compiler knows it. */
#include <coveriflow_types.h>
#define alloca(size) __builtin_alloca(size)
#endif
