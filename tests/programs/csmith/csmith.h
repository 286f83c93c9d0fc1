/* What programs of csmith need, without pointers and libraries: the checksum is folded by an expression, and the
   arithmetic that is always defined comes from the macros that csmith installs. Single operations on floating-point
   numbers always are; such numbers are folded as their exponents in base 65536 and two integers, not as bytes, since no
   one says which bits a NaN has. */

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

#define safe_add_func_float_f_f(left, right) ((left) + (right))
#define safe_sub_func_float_f_f(left, right) ((left) - (right))
#define safe_mul_func_float_f_f(left, right) ((left) * (right))
#define safe_div_func_float_f_f(left, right) ((left) / (right))
#define transparent_crc_float(value, name, flag) fold_float(value)

static void fold(long long value) { checksum = checksum * 1099511628211ULL + (unsigned long long)value; }

static void fold_float(double value) {
  int exponent = 0;
  if (value - value != 0) {
    fold(value > 0 ? 1 : value < 0 ? 2 : 3);
    return;
  }
  for (; value >= 1099511627776.0 || value <= -1099511627776.0; value /= 65536.0) exponent++;
  for (; value != 0 && value < 16777216.0 && value > -16777216.0; value *= 65536.0) exponent--;
  fold(exponent);
  fold((long long)value);
  fold((long long)((value - (double)(long long)value) * 4294967296.0));
}
