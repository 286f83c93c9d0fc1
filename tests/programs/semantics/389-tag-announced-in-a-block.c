// EXPECT: returns 0
struct s { int a; };
union u { int a; };
struct t { int a; };
typedef struct t t;
int main(void) {
  struct s;
  struct s *p;
  struct s { short h[3]; };
  if (sizeof(*p) != 6 || sizeof(struct s) != 6) return 1;
  {
    struct s *q;
    struct s { char c[9]; };
    if (sizeof(*q) != 6 || sizeof(struct s) != 9) return 2;
  }
  {
    struct s;
    struct s;
    struct s *q;
    struct s { char c[9]; } x[2];
    q = x;
    q++;
    if ((char *)q - (char *)x != 9) return 3;
  }
  union u;
  union u *v;
  union u { char c[5]; };
  const struct t;
  struct t *w;
  t *y;
  return sizeof(*v) != 5 || sizeof(*w) != 4 || sizeof(*y) != 4;
}
