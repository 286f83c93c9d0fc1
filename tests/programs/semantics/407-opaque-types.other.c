struct list { struct list *next; int number; };
static struct list last = {0, 2};
struct list start = {&last, 1}, *first = &start;
extern struct list *opened(void);
extern struct list **place(void);
int length(struct list *l) { return l->next->number + opened()->number + (first->number != 1) + ((*place())->number != 1); }
