#ifndef _COVERIFLOW_INTTYPES_H
#define _COVERIFLOW_INTTYPES_H
/* C11 7.8. */
#include <stdint.h>
#ifdef __LP64__
#define __COVERIFLOW_64 "l"
#define __COVERIFLOW_PTR "l"
#else
#define __COVERIFLOW_64 "ll"
#define __COVERIFLOW_PTR
#endif
#define PRId8 "d"
#define PRId16 "d"
#define PRId32 "d"
#define PRId64 __COVERIFLOW_64 "d"
#define PRIdMAX __COVERIFLOW_64 "d"
#define PRIdPTR __COVERIFLOW_PTR "d"
#define SCNd8 "hhd"
#define SCNd16 "hd"
#define SCNd32 "d"
#define SCNd64 __COVERIFLOW_64 "d"
#define SCNdMAX __COVERIFLOW_64 "d"
#define PRIi8 "i"
#define PRIi16 "i"
#define PRIi32 "i"
#define PRIi64 __COVERIFLOW_64 "i"
#define PRIiMAX __COVERIFLOW_64 "i"
#define PRIiPTR __COVERIFLOW_PTR "i"
#define SCNi8 "hhi"
#define SCNi16 "hi"
#define SCNi32 "i"
#define SCNi64 __COVERIFLOW_64 "i"
#define SCNiMAX __COVERIFLOW_64 "i"
#define PRIo8 "o"
#define PRIo16 "o"
#define PRIo32 "o"
#define PRIo64 __COVERIFLOW_64 "o"
#define PRIoMAX __COVERIFLOW_64 "o"
#define PRIoPTR __COVERIFLOW_PTR "o"
#define SCNo8 "hho"
#define SCNo16 "ho"
#define SCNo32 "o"
#define SCNo64 __COVERIFLOW_64 "o"
#define SCNoMAX __COVERIFLOW_64 "o"
#define PRIu8 "u"
#define PRIu16 "u"
#define PRIu32 "u"
#define PRIu64 __COVERIFLOW_64 "u"
#define PRIuMAX __COVERIFLOW_64 "u"
#define PRIuPTR __COVERIFLOW_PTR "u"
#define SCNu8 "hhu"
#define SCNu16 "hu"
#define SCNu32 "u"
#define SCNu64 __COVERIFLOW_64 "u"
#define SCNuMAX __COVERIFLOW_64 "u"
#define PRIx8 "x"
#define PRIx16 "x"
#define PRIx32 "x"
#define PRIx64 __COVERIFLOW_64 "x"
#define PRIxMAX __COVERIFLOW_64 "x"
#define PRIxPTR __COVERIFLOW_PTR "x"
#define SCNx8 "hhx"
#define SCNx16 "hx"
#define SCNx32 "x"
#define SCNx64 __COVERIFLOW_64 "x"
#define SCNxMAX __COVERIFLOW_64 "x"
#define PRIX8 "X"
#define PRIX16 "X"
#define PRIX32 "X"
#define PRIX64 __COVERIFLOW_64 "X"
#define PRIXMAX __COVERIFLOW_64 "X"
#define PRIXPTR __COVERIFLOW_PTR "X"
typedef struct {
  intmax_t quot;
  intmax_t rem;
} imaxdiv_t;
extern intmax_t imaxabs(intmax_t);
extern imaxdiv_t imaxdiv(intmax_t, intmax_t);
extern intmax_t strtoimax(const char *, char **, int);
extern uintmax_t strtoumax(const char *, char **, int);
#endif
