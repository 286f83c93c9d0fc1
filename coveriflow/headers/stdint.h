#ifndef _COVERIFLOW_STDINT_H
#define _COVERIFLOW_STDINT_H
/* C11 7.20. */
#include <coveriflow_types.h>
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef __coveriflow_int64 int64_t;
typedef __coveriflow_uint64 uint64_t;
typedef int8_t int_least8_t;
typedef uint8_t uint_least8_t;
typedef int16_t int_least16_t;
typedef uint16_t uint_least16_t;
typedef int32_t int_least32_t;
typedef uint32_t uint_least32_t;
typedef int64_t int_least64_t;
typedef uint64_t uint_least64_t;
typedef signed char int_fast8_t;
typedef unsigned char uint_fast8_t;
typedef int64_t int_fast64_t;
typedef uint64_t uint_fast64_t;
typedef int64_t intmax_t;
typedef uint64_t uintmax_t;
#ifdef __LP64__
typedef long int_fast16_t;
typedef unsigned long uint_fast16_t;
typedef long int_fast32_t;
typedef unsigned long uint_fast32_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
#define __COVERIFLOW_I64(value) value##L
#define __COVERIFLOW_U64(value) value##UL
#else
typedef int int_fast16_t;
typedef unsigned int uint_fast16_t;
typedef int int_fast32_t;
typedef unsigned int uint_fast32_t;
typedef int intptr_t;
typedef unsigned int uintptr_t;
#define __COVERIFLOW_I64(value) value##LL
#define __COVERIFLOW_U64(value) value##ULL
#endif
#define INT8_MAX 127
#define INT8_MIN (-127 - 1)
#define UINT8_MAX 255
#define INT16_MAX 32767
#define INT16_MIN (-32767 - 1)
#define UINT16_MAX 65535
#define INT32_MAX 2147483647
#define INT32_MIN (-2147483647 - 1)
#define UINT32_MAX 4294967295U
#define INT_LEAST8_MAX 127
#define INT_LEAST8_MIN (-127 - 1)
#define UINT_LEAST8_MAX 255
#define INT_LEAST16_MAX 32767
#define INT_LEAST16_MIN (-32767 - 1)
#define UINT_LEAST16_MAX 65535
#define INT_LEAST32_MAX 2147483647
#define INT_LEAST32_MIN (-2147483647 - 1)
#define UINT_LEAST32_MAX 4294967295U
#define INT_FAST8_MAX 127
#define INT_FAST8_MIN (-128)
#define UINT_FAST8_MAX 255
#define INT64_MAX __COVERIFLOW_I64(9223372036854775807)
#define INT64_MIN (-INT64_MAX - 1)
#define UINT64_MAX __COVERIFLOW_U64(18446744073709551615)
#define INT_LEAST64_MAX __COVERIFLOW_I64(9223372036854775807)
#define INT_LEAST64_MIN (-INT_LEAST64_MAX - 1)
#define UINT_LEAST64_MAX __COVERIFLOW_U64(18446744073709551615)
#define INT_FAST64_MAX __COVERIFLOW_I64(9223372036854775807)
#define INT_FAST64_MIN (-INT_FAST64_MAX - 1)
#define UINT_FAST64_MAX __COVERIFLOW_U64(18446744073709551615)
#define INTMAX_MAX __COVERIFLOW_I64(9223372036854775807)
#define INTMAX_MIN (-INTMAX_MAX - 1)
#define UINTMAX_MAX __COVERIFLOW_U64(18446744073709551615)
#ifdef __LP64__
#define INT_FAST16_MAX 9223372036854775807L
#define INT_FAST16_MIN (-INT_FAST16_MAX - 1)
#define INT_FAST32_MAX 9223372036854775807L
#define INT_FAST32_MIN (-INT_FAST32_MAX - 1)
#define INTPTR_MAX 9223372036854775807L
#define INTPTR_MIN (-INTPTR_MAX - 1)
#define PTRDIFF_MAX 9223372036854775807L
#define PTRDIFF_MIN (-PTRDIFF_MAX - 1)
#define UINT_FAST16_MAX 18446744073709551615UL
#define UINT_FAST32_MAX 18446744073709551615UL
#define UINTPTR_MAX 18446744073709551615UL
#define SIZE_MAX 18446744073709551615UL
#define WCHAR_MAX 2147483647
#define WCHAR_MIN (-WCHAR_MAX - 1)
#else
#define INT_FAST16_MAX 2147483647
#define INT_FAST16_MIN (-INT_FAST16_MAX - 1)
#define INT_FAST32_MAX 2147483647
#define INT_FAST32_MIN (-INT_FAST32_MAX - 1)
#define INTPTR_MAX 2147483647
#define INTPTR_MIN (-INTPTR_MAX - 1)
#define PTRDIFF_MAX 2147483647
#define PTRDIFF_MIN (-PTRDIFF_MAX - 1)
#define UINT_FAST16_MAX 4294967295U
#define UINT_FAST32_MAX 4294967295U
#define UINTPTR_MAX 4294967295U
#define SIZE_MAX 4294967295U
#define WCHAR_MAX 2147483647L
#define WCHAR_MIN (-WCHAR_MAX - 1L)
#endif
#define SIG_ATOMIC_MAX 2147483647
#define SIG_ATOMIC_MIN (-2147483647 - 1)
#define WINT_MIN 0U
#define WINT_MAX 4294967295U
#define INT8_C(value) value
#define INT16_C(value) value
#define INT32_C(value) value
#define UINT8_C(value) value
#define UINT16_C(value) value
#define UINT32_C(value) value##U
#define INT64_C(value) __COVERIFLOW_I64(value)
#define UINT64_C(value) __COVERIFLOW_U64(value)
#define INTMAX_C(value) __COVERIFLOW_I64(value)
#define UINTMAX_C(value) __COVERIFLOW_U64(value)
#endif
