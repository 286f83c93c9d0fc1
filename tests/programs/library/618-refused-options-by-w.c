// EXPECT: not supported: the option -W of getopt_long | <getopt_long> | line 9
struct option;
int getopt_long(int, char *const[], const char *, const struct option *, int *);

int main(void)
{
  char *given[] = {"program", 0};
  return getopt_long(1, given, "W;", 0, 0);
}
