// EXPECT: unknown by flow:default
// PROPERTY: memory-safety
extern void *malloc(unsigned long);
struct node {
  struct node *next;
};
static struct node *memory_list, *extent_list;
int main(void) {
  struct node *n = malloc(sizeof(struct node));
  n->next = 0;
  memory_list = n;
  struct node *m = malloc(sizeof(struct node));
  m->next = memory_list;
  memory_list = m;
  extent_list = malloc(sizeof(struct node));
  return 0;
}
