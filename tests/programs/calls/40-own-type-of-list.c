// EXPECT(ILP32): not supported: a list of arguments that is no va_list | line 6
// EXPECT(LP64): returns 7
// HIDDEN(ILP32): 0 0 0
// With 32 bits, a list of arguments is no array.
typedef __typeof__(((__builtin_va_list *)0)[0][0]) tag;
int f(int first, ...) { tag list[1]; __builtin_va_start(list, first); int x = __builtin_va_arg(list, int); return x; }
int main(void) { return f(1, 7); }
