#ifndef _COVERIFLOW_SYS_TIME_H
#define _COVERIFLOW_SYS_TIME_H
/* POSIX. */
#include <sys/types.h>
struct timeval {
  time_t tv_sec;
  suseconds_t tv_usec;
};
struct timezone {
  int tz_minuteswest;
  int tz_dsttime;
};
extern int gettimeofday(struct timeval *restrict, void *restrict);
#endif
