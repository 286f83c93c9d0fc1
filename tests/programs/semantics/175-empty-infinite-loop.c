// EXPECT: too long
// GCC: no
int main(void) { for (;;) ; }
