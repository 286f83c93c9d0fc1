// EXPECT: returns 0
extern void reach_error(void);
struct größe { int höhe; } größe = {3};
static int 合計(int α, int \u03b2) { return \u03b1 * 10 + β; } // größe
int main(void) {
  const char *text = "größe\u00e4";
  int gr = 1, e = 2, ñ = größe.höhe;
  if (ñ != 3 || 合計(gr, e) != 12 || sizeof "ö" != 3 || text[2] == 'o') reach_error();
  goto zurück;
  reach_error();
zurück:
  return 0;
}
