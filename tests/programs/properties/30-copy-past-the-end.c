// EXPECT: false by flow:cmc, flow:bmc because in the call of strcpy
// PROPERTY: memory-safety
char *strcpy(char *, const char *);
int main(void) {
  char to[3];
  strcpy(to, "abc");
  return to[0];
}
