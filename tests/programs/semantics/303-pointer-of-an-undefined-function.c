// EXPECT: returns 5
// HIDDEN: 1 0
// GCC: no
// ASSUMES: the undefined function get returns anything and changes nothing; a pointer that the undefined function get returns is null or points to a new object of 61439 bytes, which nothing else changes
int *get(void);
int main(void) { int *p = get(), *q = get(); if (!p || q) return 1; *p = 5; return *p; }
