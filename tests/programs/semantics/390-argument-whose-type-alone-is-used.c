// EXPECT: returns 0
int main(int argc, char **argv)
{
  int sizes[sizeof argc + sizeof argv[0]];
  return sizeof sizes != sizeof(int) * (sizeof(int) + sizeof(char *));
}
