// EXPECT: returns 0
struct list { struct list *next, *previous; int length; };
int main(void) {
  struct list head = {&head, &head};
  struct list *it = &head;
  return it->next != &head || it->previous != &head || it->length != 0;
}
