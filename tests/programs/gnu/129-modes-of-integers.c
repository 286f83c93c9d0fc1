// EXPECT: returns 42
typedef enum { A, B } __attribute__((mode(QI))) narrow;
typedef enum { C, D } plain;
typedef int wide __attribute__((__mode__(__DI__)));
typedef int four __attribute__((mode(HI), vector_size(8)));
plain __attribute__((mode(HI))) from_type;
unsigned __attribute__((mode(QI))) before = 0x1ff;
struct s { plain x __attribute__((mode(byte))), y; unsigned z __attribute__((mode(DI))); };

int main(void) {
  int array[2], small __attribute__((mode(QI))) = 300;
  four vector = {1, 2, 3, 4};
  if (sizeof(narrow) != 1 || sizeof(wide) != 8 || sizeof(from_type) != 2) return 1;
  if (before != 0xff || small != 44 || sizeof(array) != 8) return 2;
  if (sizeof(((struct s *)0)->x) != 1 || sizeof(((struct s *)0)->y) != 4 || sizeof(((struct s *)0)->z) != 8) return 3;
  if (vector[3] != 4 || sizeof(vector) != 8) return 4;
  return (int __attribute__((mode(QI)))) (42 + 256);
}
