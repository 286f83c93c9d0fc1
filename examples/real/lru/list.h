/* Doubly linked lists whose links lie in the elements. The head of a list is a link, too. */
#ifndef LIST_H
#define LIST_H

#include <stdbool.h>

struct link {
  struct link *before, *after;
};

void list_init(struct link *head);
bool list_is_empty(const struct link *head);
void list_push_front(struct link *head, struct link *link);
void list_remove(struct link *link);

#endif
