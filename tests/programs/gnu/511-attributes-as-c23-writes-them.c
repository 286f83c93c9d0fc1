// EXPECT: returns 0
extern void reach_error(void);
void check(int holds) { if (!holds) reach_error(); }
struct [[gnu::packed]] packed { char c; int i; };
struct other { char c; [[gnu::__packed__]] int i; };
[[nodiscard("why, [x]"), gnu::unused]] static int one(void) { return 1; }
[[other::constructor]] static void never(void) { reach_error(); }
[[deprecated]] extern int absent;
#pragma pack(push, 0x2)
struct two { char c; int i; };
#pragma pack(pop)
struct four { char c; int i; };
int main(void) {
  char a[] = {"[[gnu::packed]]"};
  int x [[gnu::__mode__(QI)]] = 200;
  check(sizeof(struct packed) == 5 && sizeof(struct other) == 5);
  check(sizeof(struct two) == 6 && sizeof(struct four) == 8);
  check(sizeof x == 1 && x < 0 && sizeof a == 16);
  switch (one()) {
    case 1: x = 3; [[fallthrough]];
    case 2: x++;
  }
  check(x == 4);
  return 0;
}
