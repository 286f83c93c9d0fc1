// EXPECT: returns 0
// ASSUMES: the undefined function error returns anything and changes nothing
// GCC: no
void error();
int main(void) { error(); return 0; }
