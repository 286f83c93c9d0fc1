// EXPECT: false by flow:shape because memory; any by flow:staged cpu=10
// PROPERTY: memory-safety
extern void *malloc(unsigned long);
extern void exit(int);
extern int __VERIFIER_nondet_int(void);
struct node { char name[20]; int count; struct node *next, *previous; };
extern void free(void *);
static struct node *head;
int main(void) {
  head = malloc(sizeof *head);
  if (!head) return 1;
  head->next = malloc(sizeof *head);
  if (!head->next) {
    free(head);
    return 1;
  }
  free(head);
  return 0;
}
