// EXPECT: returns 0
// INPUTS: 3
extern void *calloc(__typeof__(sizeof(int)), __typeof__(sizeof(int)));
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
struct mixed {
  char *name;
  short code;
  char letters[6];
};
static int all_zero(void *object, unsigned size) {
  unsigned char *bytes = object;
  for (unsigned i = 0; i < size; i++)
    if (bytes[i]) return 0;
  return 1;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  double *numbers = calloc(n, sizeof *numbers);
  struct mixed *records = calloc(n, sizeof *records);
  int *counts = calloc(n, sizeof *counts);
  char(*texts)[5] = calloc(n, sizeof *texts);
  int wrong = numbers[2] != 0.0 || records[2].name || records[1].code || records[0].letters[5] || counts[2] || texts[2][4];
  wrong |= !all_zero(numbers, 3 * sizeof *numbers) || !all_zero(records, 3 * sizeof *records);
  wrong |= !all_zero(counts, 3 * sizeof *counts) || !all_zero(texts, 3 * sizeof *texts);
  free(numbers);
  free(records);
  free(counts);
  free(texts);
  return wrong;
}
