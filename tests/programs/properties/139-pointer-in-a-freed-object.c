// EXPECT: false by flow:cmc, flow:bmc because is lost
// PROPERTY: memory-safety
void *malloc(unsigned long);
void free(void *);
struct node {
  struct node *next;
} *first;
int main(void) {
  first = malloc(sizeof *first);
  first->next = malloc(sizeof *first);
  first->next->next = 0;
  free(first);
  return 0;
}
