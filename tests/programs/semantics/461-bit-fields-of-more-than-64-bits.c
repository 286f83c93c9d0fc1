// EXPECT(LP64): returns 0
typedef __int128 wide;
typedef unsigned __int128 natural;
struct field {
  wide a : 100;
  natural b : 28;
};
struct __attribute__((packed)) shifted {
  char before;
  natural pad : 5, a : 80;
  wide b : 65;
  char after;
};
static struct field known = {-3, 7};
static struct shifted moved = {1, 2, (natural)5 << 77, -((wide)1 << 63), 9};
int main(void) {
  struct field f = {-1, 0};
  if (f.a >> 70 != -1 || f.a >> 99 != -1 || f.a * 3 >> 98 != -1 || f.a != -1 || f.b) return 1;
  f.a = (wide)1 << 98;
  f.b = -1;
  if (f.a / 2 != (wide)1 << 97 || f.a + f.a != -((wide)1 << 99) || f.a * 4 || f.b + 1 != 268435456) return 2;
  if ((f.a, f.a) << 1 >= 0 || (f.b ? f.a : f.a) * 2 >= 0 || ~f.a != -f.a - 1 || !f.a || f.a++ >> 98 != 1 || (int)f.a != 1)
    return 3;
  f.a ^= (wide)3 << 96;
  if (f.a >> 96 != 7 || (f.a = -f.a) >> 97 != -4 || (double)f.a != -7.0 * 65536 * 65536 * 65536 * 65536 * 65536 * 65536)
    return 4;
  struct shifted s = {0x55, 31, 0, 0, 0x33};
  s.a = ~(natural)0;
  s.b = (wide)1 << 64;
  if (s.a + 1 || s.a >> 79 != 1 || s.a << 1 >> 1 != s.a >> 1 || s.b >= 0 || s.b - 1 < 0 || s.b >> 64 != -1) return 5;
  if (s.before != 0x55 || s.pad != 31 || s.after != 0x33) return 6;
  s.a = 0;
  if (s.pad != 31 || s.b >> 63 != -2) return 7;
  return known.a >> 99 != -1 || known.a != -3 || moved.a >> 77 != 5 || moved.b >> 60 != -8 || moved.after != 9;
}
