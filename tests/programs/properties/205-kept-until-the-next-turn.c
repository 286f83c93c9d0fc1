// EXPECT: true by flow:bmc
// PROPERTY: valid-deref
struct node { int value; struct node *next; };
int main(void) {
  struct node *p;
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    struct node a = {i, 0}, b = {i + 1, &a};
    for (p = &b; p; p = p->next) sum += p->value;
    p = &a;
    sum += p->value;
  }
  return sum != 12;
}
