/* What programs of csmith need, without pointers and libraries: the checksum is folded by an expression, and the
   arithmetic that is always defined comes from the macros that csmith installs. */

typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;

#define CHAR_BIT 8
#define INT8_MIN (-128)
#define INT8_MAX 127
#define INT16_MIN (-32768)
#define INT16_MAX 32767
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define INT64_MIN (-9223372036854775807LL - 1)
#define INT64_MAX 9223372036854775807LL
#define UINT8_MAX 255
#define UINT16_MAX 65535
#define UINT32_MAX 4294967295U
#define UINT64_MAX 18446744073709551615ULL

#include "safe_math_macros.h"

unsigned long long checksum = 14695981039346656037ULL;

#define transparent_crc(value, name, flag) (checksum = checksum * 1099511628211ULL + (unsigned long long)(value))
#define platform_main_begin() ((void)0)
#define crc32_gentab() ((void)0)
#define platform_main_end(crc, flag) ((void)(flag))
#define printf(...) ((void)0)
