// EXPECT: unknown by flow:default because has the same value in every order of evaluation
// PROPERTY: undefined-behaviour
struct S { unsigned b : 3; } s;
int main(void) { struct S *p = &s, *q = &s; return ((p->b = 1) + (q->b = 2)) == 99; }
