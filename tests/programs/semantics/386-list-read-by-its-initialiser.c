// EXPECT: returns 25
// HIDDEN: 3 5
// GCC: no
struct list { struct list *next; int first, second; };
int main(void) {
  struct list alone = {&alone, sizeof alone.first, sizeof(alone)};
  if (alone.next != &alone || alone.first != 4) return 1;
  int pair[2] = {*pair + 10, *(pair + 1) + 10}, *p = pair;
  return p[0] == 13 ? p[1] + 10 : 2;
}
