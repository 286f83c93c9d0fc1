// EXPECT: true by bmc, value; any by cmc
extern void reach_error(void); void *malloc(unsigned long); void free(void *);
struct node { struct node *next; };
int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 3; i++) { struct node *new = malloc(sizeof *new); if (!new) return 0; new->next = head; head = new; }
  struct node *last = head;
  while (last->next) last = last->next;
  int count = 0;
  for (struct node *each = head; each != last; each = each->next) count++;
  if (count != 2) reach_error();
  while (head) { struct node *next = head->next; free(head); head = next; }
  return 0;
}
