// EXPECT: returns 0
typedef struct { int unnamed; } T;
struct A {
  struct B { int x; };
  T;
  struct B;
  enum { ONE = 1 };
  int y;
  struct { int z; };
  union { char c; int i; };
};
int main(void) {
  struct A a = {ONE, 2, {3}};
  struct B b = {4};
  if (sizeof(struct A) != 12 || a.y != 1 || a.z != 2 || a.c != 3) return 1;
  return b.x - 4;
}
