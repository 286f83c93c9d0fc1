// EXPECT: returns 12
// HIDDEN: 5 7
// ASSUMES: the undefined function silent returns anything and changes nothing; the undefined function elsewhere returns anything and changes nothing
// GCC: no
extern int elsewhere(int);
extern void silent(void);
int main(void) { silent(); return elsewhere(3) + elsewhere(4); }
