/* Dates of the Gregorian calendar.
 *
 * Reads two dates as YYYY-MM-DD, one a line, and prints their weekdays, the
 * number of days between them, and the date as many days after the second.
 *
 * -DBUG=1: the month that was read is used before it is checked.
 * -DBUG=2: the search for the year takes each year for one of 365 days, and
 *          does not end on the last day of a leap year.
 */
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define FIRST_YEAR 1900
#define LAST_YEAR 2199
#define LINE_SIZE 32

struct date {
  int year;
  int month; /* 1 to 12 */
  int day;   /* 1 to 31 */
};

static const int month_days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

static const char *const weekdays[7] = {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"};

static bool is_leap(int year) {
  return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int days_in_year(int year) {
  return is_leap(year) ? 366 : 365;
}

static int days_in_month(int year, int month) {
  if (month == 2 && is_leap(year)) return 29;
  return month_days[month - 1]; /* FAILS: 1 */
}

static bool is_valid(const struct date *d) {
#if BUG == 1
  if (d->day < 1 || d->day > days_in_month(d->year, d->month)) return false;
  return d->year >= FIRST_YEAR && d->year <= LAST_YEAR && d->month >= 1 && d->month <= 12;
#else
  if (d->year < FIRST_YEAR || d->year > LAST_YEAR) return false;
  if (d->month < 1 || d->month > 12) return false;
  return d->day >= 1 && d->day <= days_in_month(d->year, d->month);
#endif
}

/* 0 for the first of January. */
static int day_of_year(const struct date *d) {
  int days = d->day - 1;
  for (int month = 1; month < d->month; month++) days += days_in_month(d->year, month);
  return days;
}

/* Days since the first of January of FIRST_YEAR. */
static int to_days(const struct date *d) {
  int years = d->year - FIRST_YEAR;
  int before = d->year - 1;
  int leaps = before / 4 - before / 100 + before / 400;
  int first = FIRST_YEAR - 1;
  leaps -= first / 4 - first / 100 + first / 400;
  return 365 * years + leaps + day_of_year(d);
}

static struct date from_days(int days) {
  struct date d = {FIRST_YEAR, 1, 1};
#if BUG == 2
  while (days >= 365) { /* FAILS: 2 */
    if (days >= days_in_year(d.year)) {
      days -= days_in_year(d.year);
      d.year++;
    }
  }
#else
  while (days >= days_in_year(d.year)) {
    days -= days_in_year(d.year);
    d.year++;
  }
#endif
  while (days >= days_in_month(d.year, d.month)) {
    days -= days_in_month(d.year, d.month);
    d.month++;
  }
  d.day = days + 1;
  return d;
}

/* The first of January 1900 was a Monday. */
static const char *weekday(const struct date *d) {
  return weekdays[to_days(d) % 7];
}

static int compare(const struct date *a, const struct date *b) {
  if (a->year != b->year) return a->year < b->year ? -1 : 1;
  if (a->month != b->month) return a->month < b->month ? -1 : 1;
  return (a->day > b->day) - (a->day < b->day);
}

static bool read_date(struct date *d) {
  char line[LINE_SIZE];
  if (!fgets(line, sizeof line, stdin)) return false;
  if (sscanf(line, "%d-%d-%d", &d->year, &d->month, &d->day) != 3) return false;
  return is_valid(d);
}

static void print_date(const struct date *d) {
  printf("%04d-%02d-%02d, a %s\n", d->year, d->month, d->day, weekday(d));
}

int main(void) {
  struct date from, to;
  if (!read_date(&from) || !read_date(&to)) {
    fprintf(stderr, "expected two dates from %d to %d\n", FIRST_YEAR, LAST_YEAR);
    return EXIT_FAILURE;
  }
  if (compare(&from, &to) > 0) {
    struct date later = from;
    from = to;
    to = later;
  }
  int between = to_days(&to) - to_days(&from);
  assert(between >= 0);
  print_date(&from);
  print_date(&to);
  printf("%d days between them\n", between);

  struct date next = from_days(to_days(&to) + between);
  assert(compare(&next, &to) >= 0);
  print_date(&next);
  return EXIT_SUCCESS;
}
