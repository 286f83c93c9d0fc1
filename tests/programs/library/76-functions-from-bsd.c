// EXPECT: returns 0
typedef __typeof__(sizeof(int)) size_t;
extern char *index(const char *, int), *rindex(const char *, int);
extern void bcopy(const void *, void *, size_t);
extern int bcmp(const void *, const void *, size_t);
extern char *strsep(char **, const char *);
extern void *reallocarray(void *, size_t, size_t);
extern void free(void *);
int main(void) {
  char text[] = "a:b,,c", *rest = text, *parts[5] = {0};
  if (index(text, ':') != text + 1 || rindex(text, ',') != text + 4 || rindex(text, 0) != text + 6) return 1;
  if (index(text, 'x') || rindex(text, 'x')) return 2;
  if (!bcmp(text, "b", 1) || bcmp(text, "a:x", 2) || bcmp(text, "b", 0)) return 3;
  for (int i = 0; i < 5; i++) parts[i] = strsep(&rest, ":,");
  if (parts[0] != text || parts[1] != text + 2 || *parts[2] || parts[3] != text + 5 || parts[4] || rest) return 4;
  if (text[1] || text[3] || text[5] != 'c') return 5;
  int numbers[4] = {1, 2, 3, 4};
  bcopy(numbers, numbers + 1, 3 * sizeof *numbers);
  if (numbers[0] != 1 || numbers[1] != 1 || numbers[3] != 3) return 6;
  bcopy(numbers + 1, numbers, 3 * sizeof *numbers);
  if (numbers[1] != 2 || numbers[2] != 3) return 7;
  int *more = reallocarray(0, 2, sizeof *more);
  more[1] = 5;
  more = reallocarray(more, 4, sizeof *more);
  if (more[1] != 5 || reallocarray(more, (size_t)-1 / 2, 4)) return 8;
  free(more);
  return 0;
}
