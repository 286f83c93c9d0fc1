// EXPECT: stops
// HIDDEN: 1 1000000000
// GCC: no
struct timespec { long tv_sec, tv_nsec; };
int clock_gettime(int, struct timespec *);
int main(void) {
  struct timespec fine = {0, 0};
  return clock_gettime(0, &fine);
}
