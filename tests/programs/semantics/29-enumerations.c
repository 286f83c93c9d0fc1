// EXPECT: returns 0
enum plain { A, B = 5, C, G = B + C };
typedef enum { D = -2, E, F } with_sign;
struct unused { enum { INSIDE = 3, NEXT } field; };

int main(void) {
  enum plain p = A; with_sign s = F; enum other { V, W = 3 } w = W;
  if (!(A == 0)) return 1;
  if (!(B == 5)) return 2;
  if (!(C == 6)) return 3;
  if (!(D == -2)) return 4;
  if (!(E == -1)) return 5;
  if (!(F == 0)) return 6;
  if (!(G == 11)) return 7;
  if (!(sizeof(enum plain) == 4)) return 8;
  if (!(sizeof A == 4)) return 9;
  if (!(p - 1 > 0)) return 10;
  if (!(s - 1 < 0)) return 11;
  if (!((p = -1) > 0)) return 12;
  if (!((s = -1) < 0)) return 13;
  if (!((enum plain)-1 == 4294967295u)) return 14;
  if (!(A - 1 < 0)) return 15;
  if (!(INSIDE == 3)) return 16;
  if (!(w == 3)) return 17;
  if (!(sizeof(enum { X = 7 }) == 4 && X == 7)) return 18;
  return 0;
}
