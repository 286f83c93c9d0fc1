// EXPECT: not supported: a variable that is const in one unit and not in another | line 2
extern int a;
int main(void) { a = 2; return a; }
