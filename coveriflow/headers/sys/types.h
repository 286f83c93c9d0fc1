#ifndef _COVERIFLOW_SYS_TYPES_H
#define _COVERIFLOW_SYS_TYPES_H
/* POSIX; the types are Linux's on x86. */
#include <coveriflow_types.h>
typedef int pid_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef unsigned int id_t;
typedef unsigned int mode_t;
typedef unsigned int useconds_t;
typedef long suseconds_t;
#if defined _FILE_OFFSET_BITS && _FILE_OFFSET_BITS == 64
typedef __coveriflow_int64 off_t;
typedef __coveriflow_int64 blkcnt_t;
typedef __coveriflow_uint64 ino_t;
#else
typedef long off_t;
typedef long blkcnt_t;
typedef unsigned long ino_t;
#endif
typedef __coveriflow_int64 off64_t;
typedef __coveriflow_int64 loff_t;
typedef long time_t;
typedef long clock_t;
typedef int clockid_t;
typedef void *timer_t;
typedef long blksize_t;
typedef int key_t;
#ifdef __LP64__
typedef unsigned long dev_t;
typedef unsigned long nlink_t;
#else
typedef unsigned long long dev_t;
typedef unsigned int nlink_t;
#endif
typedef unsigned char u_int8_t;
typedef unsigned short u_int16_t;
typedef unsigned int u_int32_t;
typedef __coveriflow_uint64 u_int64_t;
typedef unsigned char u_char;
typedef unsigned short u_short;
typedef unsigned int u_int;
typedef unsigned long u_long;
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef __coveriflow_int64 int64_t;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef char *caddr_t;
#endif
