// EXPECT: true by flow:termination assuming the memory of the machine
// PROPERTY: termination
#include <stdlib.h>
struct node {
  struct node *next;
};
int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 5; i++) {
    struct node *new = malloc(sizeof *new);
    if (!new)
      abort();
    new->next = list;
    list = new;
  }
  while (list)
    list = list->next;
  return 0;
}
