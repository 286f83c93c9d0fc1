// EXPECT: returns 1
// HIDDEN: 5 7 5
// GCC: no
register unsigned long stack_pointer asm("sp");
static unsigned long here(void) { register unsigned long sp asm("sp"); return sp; }
int main(void) { unsigned long a = stack_pointer, b = stack_pointer; asm volatile("" ::: "memory"); return a != b && here() == a; }
