// EXPECT: returns 3
// ASSUMES: the program's own function getopt is called, not that of the C library
int optind;

int getopt(int count, char **arguments)
{
  return count + optind;
}

int main(void)
{
  return getopt(3, 0);
}
