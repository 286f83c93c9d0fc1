/* The models of getopt and getopt_long beside the functions of the GNU library: the same arguments, step by step.

   Arguments of the program: a seed, and how many command lines. It prints the number of calls, or the first difference. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define optarg model_optarg
#define optind model_optind
#define opterr model_opterr
#define optopt model_optopt
#define getopt model_getopt
#define getopt_long model_getopt_long
#define option model_option
#include "options.c"
#undef optarg
#undef optind
#undef opterr
#undef optopt
#undef getopt
#undef getopt_long
#undef option
#include <getopt.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *arguments[] = {
  "x",    "y",     "-a",    "-b",     "-c",    "-ab",    "-bz",   "-",     "--",     "-q",     "-xa", "-bq",
  "w",    "-ca",   "-:",    "-cb",    "-;",    "--all",  "--al",  "--a=3", "--be",   "--bee",  "--bee=4",
  "--bet", "--beta=", "--cu", "--cut", "--cut=1", "--cute", "--x", "--x=",  "---",    "--=",    "--y"};
static const char *orders[] = {"", "+", "-", ":", "+:", "-:", "-+"};
static const char *letters[] = {"ab:", "abc", "ab::c", "a:b:", "abc:", "a;b:c"};
static int flag;
static struct option theirs[] = {{"all", 0, 0, 'a'},   {"bee", 1, 0, 'b'},  {"beta", 1, &flag, 7},
                                 {"cut", 2, 0, 300},   {"cute", 2, 0, 300}, {"x", 0, &flag, 9},
                                 {0, 0, 0, 0}};
static struct model_option ours[COUNT(theirs)];

void *__coveriflow_outside(const char *source) {
  static char zero[8];
  (void)source;
  return zero;
}

void __coveriflow_unsupported(const char *feature) {
  puts(feature);
  exit(2);
}

static int one_line(int number) {
  char *first[12] = {"program"}, *second[12] = {"program"}, known[16];
  int count = 1 + rand() % 8, calls = 0;
  for (int i = 1; i < count; i++) first[i] = second[i] = (char *)arguments[rand() % COUNT(arguments)];
  strcat(strcpy(known, orders[rand() % COUNT(orders)]), letters[rand() % COUNT(letters)]);
  optind = model_optind = 0;
  for (;;) {
    int their_index = -5, our_index = -5, is_long = number % 2;
    flag = 0;
    int their = is_long ? getopt_long(count, first, known, theirs, &their_index) : getopt(count, first, known);
    int their_flag = flag;
    flag = 0;
    int our = is_long ? model_getopt_long(count, second, known, ours, &our_index) : model_getopt(count, second, known);
    calls++;
    if (their != our || optind != model_optind || optopt != model_optopt || optarg != model_optarg ||
        their_index != our_index || their_flag != flag || memcmp(first, second, sizeof first)) {
      printf("differs: %d and %d at the letters %s and arguments", their, our, known);
      for (int i = 1; i < count; i++) printf(" %s", first[i]);
      exit(1);
    }
    if (their == -1) return calls;
  }
}

int main(int count, char **given) {
  long calls = 0;
  opterr = 0;
  for (unsigned i = 0; i < COUNT(theirs); i++) {
    struct model_option each = {(char *)theirs[i].name, theirs[i].has_arg, theirs[i].flag, theirs[i].val};
    ours[i] = each;
  }
  srand(count > 1 ? atoi(given[1]) : 1);
  for (int i = 0; i < (count > 2 ? atoi(given[2]) : 1000); i++) calls += one_line(i);
  printf("%ld", calls);
  return 0;
}
