// EXPECT: unknown by bmc, value, cmc
extern void reach_error(void);
struct node { struct node *next; int value; } *head(void);
int main(void) { struct node *p = head(); if (!p || !p->next) return 0; p->next->value = 3; if (p->next->value == 3) reach_error(); return 0; }
