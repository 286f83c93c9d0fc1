// EXPECT: false by bmc, value, cmc
extern void reach_error(void);
struct node {
  int v;
  struct node *next;
};
static int take(struct node **l) {
  int v = (*l)->v;
  *l = (*l)->next;
  return v;
}
int main(void) {
  struct node last = {2, 0}, first = {1, &last}, *l = &first;
  if (l->v * 10 + take(&l) == 21)
    reach_error();
  return 0;
}
