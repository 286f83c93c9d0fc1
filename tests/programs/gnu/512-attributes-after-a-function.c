// EXPECT: returns 0
extern void reach_error(void);
int x, cleaned;
static void other(void) {}
[[gnu::constructor]] static void init(void) { x = 1; }
static void clean(int *p) { cleaned += *p; }
static void block(void) {
  {}
  [[gnu::cleanup(clean)]] int v = 3;
}
struct plain { char c; int i; } [[gnu::packed]] plain;
int main(void) {
  other();
  block();
  if (x != 1 || cleaned != 3 || sizeof plain != 8) reach_error();
  return 0;
}
