#ifndef _COVERIFLOW_TYPES_H
#define _COVERIFLOW_TYPES_H
/* Types that several headers name. System V ABI: i386 and x86-64, Linux. */
typedef __SIZE_TYPE__ size_t;
#ifdef __LP64__
typedef long ssize_t;
typedef long __coveriflow_int64;
typedef unsigned long __coveriflow_uint64;
#else
typedef int ssize_t;
typedef long long __coveriflow_int64;
typedef unsigned long long __coveriflow_uint64;
#endif
typedef signed char __int8_t;
typedef unsigned char __uint8_t;
typedef short __int16_t;
typedef unsigned short __uint16_t;
typedef int __int32_t;
typedef unsigned int __uint32_t;
typedef __coveriflow_int64 __int64_t;
typedef __coveriflow_uint64 __uint64_t;
#define NULL ((void *)0)
#endif
