/* Functions that know the time (C11 7.27, POSIX): nondeterministic values, within what they promise. No signal is
   handled, so nothing ends a sleep early. */

#include "model.h"

struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  char *tm_zone;
};

struct timespec {
  long tv_sec;
  long tv_nsec;
};

struct timeval {
  long tv_sec;
  long tv_usec;
};

struct timezone {
  int west, dst;
};

long time(long *t) {
  long now = 0;
  __coveriflow_any(now, "time");
  if (t) *t = now;
  return now;
}

double difftime(long a, long b) {
  if (sizeof(long) == 4) return (double)a - (double)b;
  if (a >= b) return (double)((unsigned long)a - (unsigned long)b);
  return -(double)((unsigned long)b - (unsigned long)a);
}

int clock_gettime(int id, struct timespec *t) {
  int failed = 0;
  if (id != 0 && id != 1) __coveriflow_any(failed, "clock_gettime");
  if (failed) return -1;
  long seconds = 0;
  __coveriflow_any(seconds, "clock_gettime");
  long rest = 0;
  __coveriflow_any(rest, "clock_gettime");
  __coveriflow_assumed(rest >= 0 && rest <= 999999999);
  t->tv_sec = seconds;
  t->tv_nsec = rest;
  return 0;
}

int clock_getres(int id, struct timespec *t) {
  int failed = 0;
  if (id != 0 && id != 1) __coveriflow_any(failed, "clock_getres");
  if (failed) return -1;
  long seconds = 0;
  __coveriflow_any(seconds, "clock_getres");
  long rest = 0;
  __coveriflow_any(rest, "clock_getres");
  __coveriflow_assumed(rest >= 0 && rest <= 999999999);
  __coveriflow_assumed(seconds >= 0);
  if (t) {
    t->tv_sec = seconds;
    t->tv_nsec = rest;
  }
  return 0;
}

int timespec_get(struct timespec *t, int base) {
  _Bool failed = 0;
  __coveriflow_any(failed, "timespec_get");
  if (failed) return 0;
  long seconds = 0;
  __coveriflow_any(seconds, "timespec_get");
  long rest = 0;
  __coveriflow_any(rest, "timespec_get");
  __coveriflow_assumed(rest >= 0 && rest <= 999999999);
  t->tv_sec = seconds;
  t->tv_nsec = rest;
  return base;
}

int gettimeofday(struct timeval *t, struct timezone *z) {
  _Bool failed = 0;
  __coveriflow_any(failed, "gettimeofday");
  if (failed) return -1;
  long seconds = 0;
  __coveriflow_any(seconds, "gettimeofday");
  long rest = 0;
  __coveriflow_any(rest, "gettimeofday");
  __coveriflow_assumed(rest >= 0 && rest <= 999999);
  if (t) {
    t->tv_sec = seconds;
    t->tv_usec = rest;
  }
  if (z) {
    __coveriflow_any(z->west, "gettimeofday");
    __coveriflow_any(z->dst, "gettimeofday");
  }
  return 0;
}

int nanosleep(struct timespec *wanted, struct timespec *left) {
  struct timespec given = *wanted;
  return given.tv_sec < 0 || given.tv_nsec < 0 || given.tv_nsec > 999999999 ? -1 : 0;
}

/* The GNU C library fails only where the year is no `int`. */
struct tm *localtime_r(long *t, struct tm *r) {
  long seconds = *t;
  _Bool known = 1;
  if (sizeof(long) > 4 && (seconds < -67768040600000000 || seconds > 67768036100000000))
    __coveriflow_any(known, "localtime_r");
  if (!known) return 0;
  int sec = 0;
  __coveriflow_any(sec, "localtime_r");
  __coveriflow_assumed(sec >= 0 && sec <= 60);
  r->tm_sec = sec;
  int min = 0;
  __coveriflow_any(min, "localtime_r");
  __coveriflow_assumed(min >= 0 && min <= 59);
  r->tm_min = min;
  int hour = 0;
  __coveriflow_any(hour, "localtime_r");
  __coveriflow_assumed(hour >= 0 && hour <= 23);
  r->tm_hour = hour;
  int mday = 0;
  __coveriflow_any(mday, "localtime_r");
  __coveriflow_assumed(mday >= 1 && mday <= 31);
  r->tm_mday = mday;
  int mon = 0;
  __coveriflow_any(mon, "localtime_r");
  __coveriflow_assumed(mon >= 0 && mon <= 11);
  r->tm_mon = mon;
  int wday = 0;
  __coveriflow_any(wday, "localtime_r");
  __coveriflow_assumed(wday >= 0 && wday <= 6);
  r->tm_wday = wday;
  int yday = 0;
  __coveriflow_any(yday, "localtime_r");
  __coveriflow_assumed(yday >= 0 && yday <= 365);
  r->tm_yday = yday;
  int year = 0;
  __coveriflow_any(year, "localtime_r");
  r->tm_year = year;
  int isdst = 0;
  __coveriflow_any(isdst, "localtime_r");
  r->tm_isdst = isdst;
  long gmtoff = 0;
  __coveriflow_any(gmtoff, "localtime_r");
  r->tm_gmtoff = gmtoff;
  __coveriflow_any(r->tm_zone, "localtime_r");
  return r;
}

ALIAS(__coveriflow_localtime_r, localtime_r);

struct tm *gmtime_r(long *t, struct tm *r) {
  long seconds = *t;
  _Bool known = 1;
  if (sizeof(long) > 4 && (seconds < -67768040600000000 || seconds > 67768036100000000))
    __coveriflow_any(known, "gmtime_r");
  if (!known) return 0;
  int sec = 0;
  __coveriflow_any(sec, "gmtime_r");
  __coveriflow_assumed(sec >= 0 && sec <= 60);
  r->tm_sec = sec;
  int min = 0;
  __coveriflow_any(min, "gmtime_r");
  __coveriflow_assumed(min >= 0 && min <= 59);
  r->tm_min = min;
  int hour = 0;
  __coveriflow_any(hour, "gmtime_r");
  __coveriflow_assumed(hour >= 0 && hour <= 23);
  r->tm_hour = hour;
  int mday = 0;
  __coveriflow_any(mday, "gmtime_r");
  __coveriflow_assumed(mday >= 1 && mday <= 31);
  r->tm_mday = mday;
  int mon = 0;
  __coveriflow_any(mon, "gmtime_r");
  __coveriflow_assumed(mon >= 0 && mon <= 11);
  r->tm_mon = mon;
  int wday = 0;
  __coveriflow_any(wday, "gmtime_r");
  __coveriflow_assumed(wday >= 0 && wday <= 6);
  r->tm_wday = wday;
  int yday = 0;
  __coveriflow_any(yday, "gmtime_r");
  __coveriflow_assumed(yday >= 0 && yday <= 365);
  r->tm_yday = yday;
  int year = 0;
  __coveriflow_any(year, "gmtime_r");
  r->tm_year = year;
  int isdst = 0;
  __coveriflow_any(isdst, "gmtime_r");
  r->tm_isdst = isdst;
  long gmtoff = 0;
  __coveriflow_any(gmtoff, "gmtime_r");
  r->tm_gmtoff = gmtoff;
  __coveriflow_any(r->tm_zone, "gmtime_r");
  return r;
}

ALIAS(__coveriflow_gmtime_r, gmtime_r);

struct tm *__coveriflow_tm(void) {
  __coveriflow_chosen("localtime, gmtime and the like give the same object each time");
  static struct tm r;
  return &r;
}

struct tm *localtime(long *t) {
  return __coveriflow_localtime_r(t, __coveriflow_tm());
}

struct tm *gmtime(long *t) {
  return __coveriflow_gmtime_r(t, __coveriflow_tm());
}

long mktime(struct tm *r) {
  struct tm given __attribute__((unused)) = *r;
  _Bool known = 0;
  __coveriflow_any(known, "mktime");
  if (!known) return -1;
  int sec = 0;
  __coveriflow_any(sec, "mktime");
  __coveriflow_assumed(sec >= 0 && sec <= 60);
  r->tm_sec = sec;
  int min = 0;
  __coveriflow_any(min, "mktime");
  __coveriflow_assumed(min >= 0 && min <= 59);
  r->tm_min = min;
  int hour = 0;
  __coveriflow_any(hour, "mktime");
  __coveriflow_assumed(hour >= 0 && hour <= 23);
  r->tm_hour = hour;
  int mday = 0;
  __coveriflow_any(mday, "mktime");
  __coveriflow_assumed(mday >= 1 && mday <= 31);
  r->tm_mday = mday;
  int mon = 0;
  __coveriflow_any(mon, "mktime");
  __coveriflow_assumed(mon >= 0 && mon <= 11);
  r->tm_mon = mon;
  int wday = 0;
  __coveriflow_any(wday, "mktime");
  __coveriflow_assumed(wday >= 0 && wday <= 6);
  r->tm_wday = wday;
  int yday = 0;
  __coveriflow_any(yday, "mktime");
  __coveriflow_assumed(yday >= 0 && yday <= 365);
  r->tm_yday = yday;
  int year = 0;
  __coveriflow_any(year, "mktime");
  r->tm_year = year;
  int isdst = 0;
  __coveriflow_any(isdst, "mktime");
  r->tm_isdst = isdst;
  long gmtoff = 0;
  __coveriflow_any(gmtoff, "mktime");
  r->tm_gmtoff = gmtoff;
  __coveriflow_any(r->tm_zone, "mktime");
  long seconds = 0;
  __coveriflow_any(seconds, "mktime");
  return seconds;
}

static int two_digits(int number) {
  return number >= -9 && number <= 99;
}

char *__coveriflow_asctime_r(struct tm *t, char *s) {
  __coveriflow_defined(t != 0);
  _Bool is_short = t->tm_year >= -2899 && t->tm_year <= 8099 && two_digits(t->tm_mday) && two_digits(t->tm_hour) &&
                   two_digits(t->tm_min) && two_digits(t->tm_sec);
  int length = 0;
  __coveriflow_any(length, "asctime");
  if (t->tm_year > 2147483647 - 1900) return 0;
  if (!is_short && length < 0) {
    for (int i = 0; i < 25; i++) {
      char c = 0;
      __coveriflow_any(c, "asctime");
      s[i] = c;
    }
    s[25] = 0;
    return 0;
  }
  __coveriflow_assumed(length >= 22 && length <= 67);
  for (int i = 0; i < length; i++) {
    char c = 0;
    __coveriflow_any(c, "asctime");
    __coveriflow_assumed(c != 0);
    s[i] = c;
  }
  s[length] = 0;
  return s;
}

char *asctime_r(struct tm *t, char *s) {
  return __coveriflow_asctime_r(t, s);
}

char *__coveriflow_asctime(void) {
  __coveriflow_chosen("asctime and ctime give the same object each time");
  static char text[80];
  return text;
}

char *asctime(struct tm *t) {
  return __coveriflow_asctime_r(t, __coveriflow_asctime());
}

char *ctime(long *t) {
  struct tm *r = __coveriflow_localtime_r(t, __coveriflow_tm());
  return r ? __coveriflow_asctime_r(r, __coveriflow_asctime()) : 0;
}

size_t strftime(char *s, size_t most, char *format, struct tm *t) {
  __coveriflow_defined(t != 0);
  __coveriflow_strlen(format);
  size_t n = 0;
  _Bool more = 1;
  while (n < most && more) {
    char c = 0;
    __coveriflow_any(c, "strftime");
    s[n] = c;
    n++;
    __coveriflow_any(more, "strftime");
  }
  _Bool fits = 0;
  __coveriflow_any(fits, "strftime");
  if (n == 0 || !fits) return 0;
  s[n - 1] = 0;
  return n - 1;
}
