// EXPECT: true by bmc, value; any by cmc
extern void reach_error(void);
struct node { int value; struct node *next; } *head;
static int sum(void) { int s = 0; for (struct node *n = head; n; n = n->next) s += n->value; return s; }
int main(void) {
  for (int i = 1; i <= 3; i++) {
    struct node a = {i, 0}, b = {i, &a};
    head = &b;
    if (sum() != 2 * i) reach_error();
    head = 0;
  }
  if (sum() != 0) reach_error();
  return 0;
}
