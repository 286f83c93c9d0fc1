// EXPECT: returns 0
#pragma pack(push, 1)
struct a { char c; int i; };
#pragma pack(push, 2)
struct b { char c; int i; long long q; unsigned f : 20; unsigned g : 20; };
#pragma pack(pop)
struct c { char c; double d __attribute__((aligned(8))); struct b b; };
#pragma pack()
struct d { char c; int i; };
#pragma pack(pop)
struct e { char c; short s; };
#pragma pack(push, name, 4)
struct f { char c; long double l; unsigned char p : 4, : 0, q : 3; } __attribute__((packed));
#pragma pack(pop, name)
int main(void) {
  if (sizeof(struct a) != 5 || sizeof(struct b) != 20 || sizeof(struct c) != 29 || sizeof(struct d) != 8) return 1;
  if (sizeof(struct e) != 4 || _Alignof(struct c) != 1 || __builtin_offsetof(struct b, q) != 6) return 2;
  struct b b = { 1, 2, 3, 0xabcde, 0x54321 };
  unsigned char *p = (unsigned char *)&b;
  return b.g != 0x54321 || p[14] != 0xde || p[16] != 0x1a;
}
