// EXPECT: true by bmc assuming a pointer that the undefined function make returns is null or points to a new object; any by value, cmc
extern void reach_error(void); extern void *make(unsigned long);
struct pair { int *first, *second; };
static struct pair *both(void) { struct pair *p = make(sizeof *p); if (p) { p->first = make(4); p->second = make(4); } return p; }
int main(void) {
  struct pair *p = both();
  if (!p || !p->first || !p->second) return 0;
  *p->first = 1; *p->second = 2;
  if (*p->first != 1) reach_error();
  return 0;
}
