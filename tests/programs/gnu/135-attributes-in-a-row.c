// EXPECT: returns 42
struct __attribute__((aligned(2))) __attribute__((packed)) first { char a; int b; };
struct second { char a; int b; } __attribute__((aligned(2))) __attribute__((packed));
struct __attribute__((unused)) /* and */ __attribute__((__packed__))
  __attribute__((aligned(4))) third { char a; int b; };
union fourth { char a[3]; } __attribute__((unused)) __attribute__((aligned(2)));
enum __attribute__((unused)) __attribute__((packed)) fifth { ONE };

int main(void) {
  if (sizeof(struct first) != 6 || sizeof(struct second) != 6 || sizeof(struct third) != 8) return 1;
  if (sizeof(union fourth) != 4 || sizeof(enum fifth) != 1) return 2;
  return 42;
}
