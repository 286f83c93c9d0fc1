// EXPECT: unknown by flow:default cpu=12 because undefined behaviour at line 11 in the call of strcpy: write of
// PROPERTY: assertions
extern void __assert_fail(const char *, const char *, unsigned, const char *);
extern unsigned long strlen(const char *);
extern char *strcpy(char *, const char *);

int main(int argc, char **argv) {
  char name[8];
  if (argc < 2)
    return 1;
  strcpy(name, argv[1]);
  if (strlen(name) != strlen(argv[1])) __assert_fail("", "", 0, "main");
  return 0;
}
