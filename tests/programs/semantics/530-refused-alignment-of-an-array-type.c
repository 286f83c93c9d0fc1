// EXPECT: not supported: a type name with an alignment of its own | line 4
typedef struct S { int a; } T[2] __attribute__((aligned(64)));
struct U { char c; T t; };
int main(void) { return sizeof(struct U); }
