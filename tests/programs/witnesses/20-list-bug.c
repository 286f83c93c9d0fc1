// EXPECT: witnessed false by bmc
#include <string.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void); extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
struct node { int value; struct node *next; };
static int add(int *sum, int by) {
  *sum += by;
  return *sum > 5;
}
int main(void) {
  struct node *list = 0; char text[8]; int total = 0, a[3] = {1, 2, 3}; double d = 0.5;
  memset(text, 0, sizeof text);
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = __VERIFIER_nondet_int(); n->next = list; list = n;
    if (add(&total, n->value) && a[i] == 3) d *= 3;
  }
  strcpy(text, "hi"); text[1] = __VERIFIER_nondet_char();
  while (list) {
    struct node *n = list; list = n->next;
    if (n->value == 7 && text[1] == 'x' && d > 1) reach_error();
  }
}
