// EXPECT: returns 0
enum { A = 1 };
struct s { int a; };
int main(void) {
  int r = 0;
  if (sizeof(enum { A = 7 })) r = A;
  if (r * 10 + A != 71) return 1;
  r = 0;
  while (r < 1 && sizeof(enum { A = 6 })) r = A;
  if (r * 10 + A != 61) return 2;
  do r++; while (r < 8 && sizeof(enum { A = 5 }) == 0);
  if (r * 10 + A != 71) return 3;
  switch (sizeof(enum { A = 4 })) { case A: r = A; }
  if (r * 10 + A != 41) return 4;
  for (r = sizeof(enum { A = 4 }); r < A + 5; r += A) r -= sizeof(struct s { char c[3]; }) - sizeof(struct s);
  if (r != 12 || A != 1) return 5;
  if (sizeof(struct s { char c[9]; }) == 9) r = sizeof(struct s); else r = sizeof(enum { A = 2 });
  return r != 9 || sizeof(struct s) != 4 || A != 1;
}
