// EXPECT: returns 0
struct list;
extern struct list *first;
struct list *opened(void) { return first; }
int length(struct list *);
struct list **place(void) { return &first; }
int main(void) {
  struct list *l = opened();
  return length(l) != 3;
}
