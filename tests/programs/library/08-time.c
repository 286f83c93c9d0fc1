// EXPECT: returns 0
// ASSUMES: localtime, gmtime and the like give the same object each time
// HIDDEN: 5 9 59 58 23 31 11 6 365 99 0 0 0 17 999999999
// GCC: no
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; };
struct timespec { long tv_sec, tv_nsec; };
int nanosleep(const struct timespec *, struct timespec *);
long time(long *);
struct tm *localtime(const long *);
int clock_gettime(int, struct timespec *);
int main(void) {
  long now = time(0), stored = 0;
  if (now != 5 || time(&stored) != 9 || stored != 9) return 1;
  struct tm *parts = localtime(&now);
  if (!parts || parts->tm_sec != 59 || parts->tm_year != 99) return 2;
  struct timespec fine = {0, 0};
  if (nanosleep(&fine, 0) || nanosleep(&(struct timespec){1, -1}, 0) != -1) return 3;
  return clock_gettime(1, &fine) || fine.tv_sec != 17 || fine.tv_nsec != 999999999;
}
