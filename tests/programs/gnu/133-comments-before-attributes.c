// EXPECT: returns 42
// What a comment says does not count.
struct s /* pack me */ { char a; int b; } __attribute__((packed)) x;
enum e /* small */ { A, B } __attribute__((packed)) y;
typedef struct /* first; { second */ { char c; int i; } __attribute__((packed)) packed_pair;
struct plain { char a; int b; } /* struct { */ z __attribute__((aligned(16)));
struct member { char c; /* typedef; */ int i __attribute__((packed)); };

int main(void) {
  int kept, given = 3;
  /* keep it in a register */ __asm__ ("" : "=r" (kept) : "0" (given));
  // struct
  if (sizeof x != 5 || sizeof y != 1 || sizeof(packed_pair) != 5 || sizeof z != 8) return 1;
  if (sizeof(struct member) != 5 || kept != 3) return 2;
  return 42;
}
