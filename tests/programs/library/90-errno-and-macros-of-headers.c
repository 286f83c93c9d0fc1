// EXPECT: returns 0
// HIDDEN: nothing
extern int *__errno_location(void);
extern void reach_error(void);
static int sum(int n, ...) {
  __builtin_va_list list, again;
  __builtin_va_start(list, n);
  __builtin_va_copy(again, list);
  int found = 0;
  for (int i = 0; i < n; i++) found += __builtin_va_arg(list, int);
  for (int i = 0; i < n; i++) found += __builtin_va_arg(again, int);
  __builtin_va_end(list);
  __builtin_va_end(again);
  return found;
}
static int counter;
int main(void) {
  *__errno_location() = 34;
  if (sum(3, 1, 2, 3) != 12 || __builtin_isnan(1.0) || __builtin_isinf_sign(2.0)) reach_error();
  if (__builtin_isfinite(1.0) != 1 || !__builtin_isless(1.0, 2.0)) reach_error();
  __atomic_fetch_add(&counter, 2, 5);
  if (*__errno_location() != 34 || __atomic_load_n(&counter, 5) != 2) reach_error();
  return 0;
}
