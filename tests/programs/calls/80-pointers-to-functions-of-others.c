// EXPECT: stops 3
// INPUTS: 5
// HIDDEN: 1 1 -1
// ASSUMES: no result depends on which elements qsort compares, how often, or how it orders those that compare equal
typedef __typeof__(sizeof(int)) size_t;
int abs(int), strcmp(const char *, const char *);
void exit(int), qsort(void *, size_t, size_t, int (*)(const void *, const void *));
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int (*const table[])(int) = {abs, 0, [2] = &abs};
int compared(const void *a, const void *b) {
  int (*how)(const char *, const char *) = strcmp;
  return how(a, b);
}
int applied(int f(int), int x) { return f(x); }
int main(void) {
  int (*in)(void) = __VERIFIER_nondet_int;
  char words[3][4] = {"two", "one", "six"};
  if (in() != 5 || table[0] != abs || table[2] != table[0] || table[0](-4) != 4 || applied(abs, -3) != 3) reach_error();
  qsort(words, 3, 4, compared);
  if (words[0][0] != 'o' || words[1][0] != 's') reach_error();
  void (*end)(int) = exit;
  end(3);
  reach_error();
  return 0;
}
