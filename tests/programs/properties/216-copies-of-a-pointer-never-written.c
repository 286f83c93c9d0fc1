// EXPECT: false by flow:bmc because write through a pointer that was never written
// PROPERTY: valid-deref
struct node { int value; struct node *next; };
static struct node *same(struct node *p) { return p; }
int main(void) {
  struct node a;
  a.value = 1;
  struct node *kept[2] = {0, same(a.next)};
  void *any = kept[1];
  ((struct node *)any)->value = 3;
  return 0;
}
