// EXPECT: returns 42
static int z;
static void keep(int *p) { z = *p; }
struct s { int q; } f(void) { int x __attribute__((cleanup(keep))) = 39; struct s r = { 3 }; return r; }
enum e { ONE = 1 } g(void) { int x __attribute__((cleanup(keep))) = 38; return ONE; }

int main(void) {
  int sum = f().q;
  return sum + z;
}
