#ifndef _COVERIFLOW_STDLIB_H
#define _COVERIFLOW_STDLIB_H
/* C11 7.22. */
#include <alloca.h>
#include <coveriflow_types.h>
#include <sys/types.h>
typedef __WCHAR_TYPE__ wchar_t;
typedef struct {
  int quot;
  int rem;
} div_t;
typedef struct {
  long quot;
  long rem;
} ldiv_t;
typedef struct {
  long long quot;
  long long rem;
} lldiv_t;
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
#define MB_CUR_MAX ((size_t)1)
extern void *malloc(size_t) __attribute__((__malloc__));
extern void *calloc(size_t, size_t) __attribute__((__malloc__));
extern void *realloc(void *, size_t);
extern void *reallocarray(void *, size_t, size_t);
extern void *aligned_alloc(size_t, size_t) __attribute__((__malloc__));
extern int posix_memalign(void **, size_t, size_t);
extern void free(void *);
extern void abort(void) __attribute__((__noreturn__));
extern void exit(int) __attribute__((__noreturn__));
extern void _Exit(int) __attribute__((__noreturn__));
extern void quick_exit(int) __attribute__((__noreturn__));
extern int atexit(void (*)(void));
extern int at_quick_exit(void (*)(void));
extern char *getenv(const char *);
extern int setenv(const char *, const char *, int);
extern int unsetenv(const char *);
extern int system(const char *);
extern int atoi(const char *);
extern long atol(const char *);
extern long long atoll(const char *);
extern double atof(const char *);
extern long strtol(const char *restrict, char **restrict, int);
extern long long strtoll(const char *restrict, char **restrict, int);
extern unsigned long strtoul(const char *restrict, char **restrict, int);
extern unsigned long long strtoull(const char *restrict, char **restrict, int);
extern double strtod(const char *restrict, char **restrict);
extern float strtof(const char *restrict, char **restrict);
extern long double strtold(const char *restrict, char **restrict);
extern int rand(void);
extern void srand(unsigned int);
extern int rand_r(unsigned int *);
extern long random(void);
extern void srandom(unsigned int);
extern double drand48(void);
extern void srand48(long);
extern int abs(int);
extern long labs(long);
extern long long llabs(long long);
extern div_t div(int, int);
extern ldiv_t ldiv(long, long);
extern lldiv_t lldiv(long long, long long);
extern void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
extern char *realpath(const char *restrict, char *restrict);
extern int mkstemp(char *);
#endif
