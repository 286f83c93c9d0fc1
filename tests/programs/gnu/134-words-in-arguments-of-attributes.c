// EXPECT: returns 42
// Names of attributes in a string, or in other arguments, are no attributes.
struct s { char a; int b; } __attribute__((deprecated("it is no packed one")));
struct t { char a; int b __attribute__((deprecated("aligned(1), packed, mode(QI)"))); };
static int packed = 1;
static void aligned(int *x) { packed += *x; }
typedef int number __attribute__((deprecated("vector_size(16)")));
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

int main(void) {
  { int x __attribute__((cleanup(aligned))) = 2; }
  return sizeof(struct s) == 8 && sizeof(struct t) == 8 && sizeof(number) == 4 && packed == 3 ? 42 : 1;
}
