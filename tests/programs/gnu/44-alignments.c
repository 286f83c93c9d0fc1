// EXPECT: returns 0
// HIDDEN(ILP32): 90 90 90 90 90
// HIDDEN(LP64): 90 90 90 90 90
// EXPECT(ILP32): returns 7
// GCC(ILP32): no
struct s {char c; long long q;}; struct t { char c; double d; long double l;};
long long g; double gd; struct s gs; char gc; short ga[4];
int printf(const char*,...);
int main(void){ long long l; double d; struct s s; struct s *p=&s; long long *q=&l; double da[2]; enum e {A} e; _Bool b; long double ld; void f(void);

if (_Alignof(char) != 1) return 1; if (__alignof__(char) != 1) return 2;
if (_Alignof(short) != 2) return 3; if (__alignof__(short) != 2) return 4;
if (_Alignof(int) != 4) return 5; if (__alignof__(int) != 4) return 6;
if (_Alignof(long) != 8) return 7; if (__alignof__(long) != 8) return 8;
if (_Alignof(long long) != 8) return 9; if (__alignof__(long long) != 8) return 10;
if (_Alignof(double) != 8) return 11; if (__alignof__(double) != 8) return 12;
if (_Alignof(float) != 4) return 13; if (__alignof__(float) != 4) return 14;
if (_Alignof(long double) != 16) return 15; if (__alignof__(long double) != 16) return 16;
if (_Alignof(struct s) != 8) return 17; if (__alignof__(struct s) != 8) return 18;
if (_Alignof(struct t) != 16) return 19; if (__alignof__(struct t) != 16) return 20;
if (_Alignof(int*) != 8) return 21; if (__alignof__(int*) != 8) return 22;
if (_Alignof(_Bool) != 1) return 23; if (__alignof__(_Bool) != 1) return 24;
if (_Alignof(double[3]) != 8) return 25; if (__alignof__(double[3]) != 8) return 26;
if (_Alignof(long long[2]) != 8) return 27; if (__alignof__(long long[2]) != 8) return 28;
if (_Alignof(enum e) != 4) return 29; if (__alignof__(enum e) != 4) return 30;
if (_Alignof(g) != 8) return 31; if (__alignof__(g) != 8) return 32;
if (_Alignof(gd) != 8) return 33; if (__alignof__(gd) != 8) return 34;
if (_Alignof(gs) != 8) return 35; if (__alignof__(gs) != 8) return 36;
if (_Alignof(gc) != 1) return 37; if (__alignof__(gc) != 1) return 38;
if (_Alignof(ga) != 2) return 39; if (__alignof__(ga) != 2) return 40;
if (_Alignof(l) != 8) return 41; if (__alignof__(l) != 8) return 42;
if (_Alignof(d) != 8) return 43; if (__alignof__(d) != 8) return 44;
if (_Alignof(s) != 8) return 45; if (__alignof__(s) != 8) return 46;
if (_Alignof(*q) != 8) return 51; if (__alignof__(*q) != 8) return 52;
if (_Alignof(da) != 8) return 53; if (__alignof__(da) != 8) return 54;
if (_Alignof(da[1]) != 8) return 55; if (__alignof__(da[1]) != 8) return 56;
if (_Alignof(b) != 1) return 57; if (__alignof__(b) != 1) return 58;
if (_Alignof(ld) != 16) return 59; if (__alignof__(ld) != 16) return 60;
if (_Alignof(e) != 4) return 61; if (__alignof__(e) != 4) return 62;
if (_Alignof(l+1) != 8) return 63; if (__alignof__(l+1) != 8) return 64;
if (_Alignof(*p) != 8) return 65; if (__alignof__(*p) != 8) return 66;
if (_Alignof("abc") != 1) return 67; if (__alignof__("abc") != 1) return 68;
if (_Alignof(main) != 1) return 69; if (__alignof__(main) != 1) return 70;
if (_Alignof(void) != 1) return 71; if (__alignof__(void) != 1) return 72;
if (_Alignof(1) != 4) return 73; if (__alignof__(1) != 4) return 74;
if (_Alignof((short)1) != 2) return 75; if (__alignof__((short)1) != 2) return 76;
if (_Alignof((double)1) != 8) return 77; if (__alignof__((double)1) != 8) return 78;
if (_Alignof((char)1+0) != 4) return 79; if (__alignof__((char)1+0) != 4) return 80;
if (_Alignof(ga[0]) != 2) return 81; if (__alignof__(ga[0]) != 2) return 82;
if (_Alignof(int(void)) != 1) return 83; if (__alignof__(int(void)) != 1) return 84;
return 0;}
