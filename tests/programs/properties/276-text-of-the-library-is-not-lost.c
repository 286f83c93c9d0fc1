// EXPECT: true by flow:default
// PROPERTY: memory-cleanup
extern char *strerror(int);
int main(void) {
  char *text = strerror(1);
  return text[0] == 0;
}
