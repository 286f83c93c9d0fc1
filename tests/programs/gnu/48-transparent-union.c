// EXPECT: returns 0
// HIDDEN(ILP32): 90 90 90 90
// HIDDEN(LP64): 90 90 90 90 90 90 90 90
union arg { int *i; char *c; void *v; } __attribute__((__transparent_union__));
typedef union { long n; double d; } number __attribute__((transparent_union));
static int first(union arg a) { return *a.i; }
int main(void) { int x = 7; union arg u; u.i = &x; return first(&x) == 7 && first(u) == 7 ? 0 : 1; }
