// EXPECT: returns 0
extern char *strcpy(), *strchr();
extern int strcmp(), atoi();
extern void *malloc(unsigned), free();
int main(void) {
  char *text = malloc(4);
  strcpy(text, "ab");
  if (*strchr(text, 'b') != 'b' || strcmp(text, "ab") || atoi("7") != 7) return 1;
  free(text);
  return 0;
}
