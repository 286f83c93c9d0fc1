// EXPECT: true by flow:default assuming executions end
// PROPERTY: memory-safety
extern void *malloc(unsigned long);
void *p;
void f(void) { if (p) return; f(); }
int main(void) { p = malloc(4); p = 0; f(); return 0; }
