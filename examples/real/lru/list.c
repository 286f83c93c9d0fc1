#include "list.h"

#include <stddef.h>

void list_init(struct link *head) {
  head->before = head;
  head->after = head;
}

bool list_is_empty(const struct link *head) {
  return head->after == head;
}

void list_push_front(struct link *head, struct link *link) {
  link->before = head;
  link->after = head->after;
  head->after->before = link;
  head->after = link;
}

void list_remove(struct link *link) {
  link->before->after = link->after;
  link->after->before = link->before;
  link->before = NULL;
  link->after = NULL;
}
