#ifndef _COVERIFLOW_STDDEF_H
#define _COVERIFLOW_STDDEF_H
/* C11 7.19. */
#include <coveriflow_types.h>
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef struct {
#ifdef __LP64__
  char __coveriflow_size[32] __attribute__((__aligned__(16)));
#else
  char __coveriflow_size[48] __attribute__((__aligned__(16)));
#endif
} max_align_t;
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
