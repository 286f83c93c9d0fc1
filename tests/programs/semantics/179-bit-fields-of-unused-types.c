// EXPECT: returns 2
struct flags { unsigned a : 3, : 2, b : 1; };
union u { int i; float f; };
typedef int (*callback)(struct flags *, ...);
extern callback table[10];
int main(void) { return sizeof(short); }
