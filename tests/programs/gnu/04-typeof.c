// EXPECT: returns 0
typedef __typeof__(sizeof(0)) size;
typeof(unsigned char) global = 300;
static __typeof(global) f(__typeof__(global) x) { return x + 1; }
int main(void) {
  char c = 5; int calls = 0;
  typeof(c) d = 300; __typeof__(c + c) e = 300;
  if (global != 44 || d != 44 || e != 300 || f(255) != 0) return 1;
  typeof(calls++) n = 0;
  if (calls != 0 || sizeof n != sizeof(int)) return 2;
  int a[7]; __typeof__(a) b; __typeof__(a[0]) first = 1;
  if (sizeof b != 7 * sizeof(int) || first != 1) return 3;
  if ((typeof(c))513 != 1 || sizeof(typeof(long long)) != 8 || sizeof(size) != sizeof(long)) return 4;
  __auto_type w = 1LL; __auto_type narrow = (signed char)-1; const __auto_type v = c;
  if (sizeof w != 8 || sizeof narrow != 1 || narrow != -1 || v != 5) return 5;
  typeof(typeof(c)) again = 258;
  if (again != 2) return 6;
  if (({ __typeof__(c) _a = 3; __typeof__(e) _b = 9; _a > _b ? _a : _b; }) != 9) return 7;
  return 0;
}
