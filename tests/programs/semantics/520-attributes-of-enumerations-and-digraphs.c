// EXPECT: returns 0
enum __attribute__((unused)) E { A, B } __attribute__((packed));
struct S
#line 4
{ char a; int b; } __attribute__((packed));
enum F
# 5
{ C } __attribute__((packed));
struct V { int a; } many[2] __attribute__((aligned(64)));
int main(void) {
  if (sizeof(enum E) != 1 || sizeof(enum F) != 1 || sizeof(struct S) != 5) return 1;
  return sizeof many != 8;
}
