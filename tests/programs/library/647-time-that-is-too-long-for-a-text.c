// EXPECT: false by flow:default
#include <time.h>
extern void reach_error(void);
int main(void) {
  struct tm t = {0};
  char b[100];
  t.tm_mday = 1;
  t.tm_year = 20000;
  if (!asctime_r(&t, b)) reach_error();
  return 0;
}
