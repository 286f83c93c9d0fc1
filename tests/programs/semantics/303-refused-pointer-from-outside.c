// EXPECT: not supported: an access through a pointer that get returns | line 4
// HIDDEN: 65536
int *get(void);
int main(void) { int *p = get(); if (p) return *p; return 0; }
