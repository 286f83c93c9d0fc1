// EXPECT: returns 0
// HIDDEN: 0
struct option {
  const char *name;
  int has_arg;
  int *flag;
  int val;
};
extern char *optarg;
extern int optind, optopt;
int getopt_long(int, char *const[], const char *, const struct option *, int *);
int strcmp(const char *, const char *);
extern void reach_error(void);

int main(void)
{
  int is_quiet = 0, index = -1;
  struct option names[] = {
    {"level", 1, 0, 'l'}, {"length", 1, 0, 'n'}, {"quiet", 0, &is_quiet, 5}, {"colour", 2, 0, 300}, {0, 0, 0, 0}};
  char *given[] = {"program", "--level=3", "plain", "--length", "4", "--qui", "--le", "--colour", "--quiet=1", "-vl7", 0};
  if (getopt_long(10, given, "vl:", names, &index) != 'l' || strcmp(optarg, "3") || index != 0) reach_error();
  if (getopt_long(10, given, "vl:", names, &index) != 'n' || strcmp(optarg, "4") || index != 1) reach_error();
  if (getopt_long(10, given, "vl:", names, &index) != 0 || is_quiet != 5 || index != 2) reach_error();
  if (getopt_long(10, given, "vl:", names, &index) != '?' || optopt || index != 2) reach_error();
  if (getopt_long(10, given, "vl:", names, 0) != 300 || optarg) reach_error();
  if (getopt_long(10, given, "vl:", names, 0) != '?' || optopt != 5) reach_error();
  if (getopt_long(10, given, "vl:", names, 0) != 'v') reach_error();
  if (getopt_long(10, given, "vl:", names, 0) != 'l' || strcmp(optarg, "7")) reach_error();
  if (getopt_long(10, given, "vl:", names, 0) != -1 || optind != 9 || strcmp(given[9], "plain")) reach_error();
  return 0;
}
