// EXPECT: returns 0
// HIDDEN: 0 0 0 0
extern char *optarg;
extern int optind, opterr, optopt;
int getopt(int, char *const[], const char *);
int strcmp(const char *, const char *);
extern void reach_error(void);

int main(void)
{
  char *first[] = {"program", "plain", "-ab", "-c", "of c", "-cof", "-x", "--", "-a", 0};
  int letters[] = {'a', 'b', 'c', 'c', '?', -1}, next[] = {2, 3, 5, 6, 7, 7};
  opterr = 0;
  for (int i = 0; i < 6; i++) {
    if (getopt(9, first, "abc:") != letters[i] || optind != next[i]) reach_error();
    if (letters[i] == 'c' && strcmp(optarg, i == 2 ? "of c" : "of")) reach_error();
  }
  if (optopt != 'x' || strcmp(first[7], "plain") || strcmp(first[1], "-ab") || strcmp(first[8], "-a")) reach_error();

  char *second[] = {"program", "-a", "plain", "-b", 0};
  optind = 0;
  if (getopt(4, second, "+ab") != 'a' || getopt(4, second, "+ab") != -1 || optind != 2) reach_error();
  optind = 0;
  if (getopt(4, second, "-ab") != 'a' || getopt(4, second, "-ab") != 1 || strcmp(optarg, "plain")) reach_error();

  char *third[] = {"program", "-d", "-dx", "-a", 0};
  optind = 0;
  if (getopt(4, third, ":d::a:") != 'd' || optarg) reach_error();
  if (getopt(4, third, ":d::a:") != 'd' || *optarg != 'x') reach_error();
  if (getopt(4, third, ":d::a:") != ':' || optopt != 'a') reach_error();
  return 0;
}
