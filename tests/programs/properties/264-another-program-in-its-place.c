// EXPECT: unknown by flow:termination because execl
// PROPERTY: termination
extern int execl(const char *, const char *, ...);
int main(void) {
  while (1) execl("/bin/true", "true", (char *)0);
}
