// EXPECT: too long
// It does not end.
int main(void) { for (;;) ; }
