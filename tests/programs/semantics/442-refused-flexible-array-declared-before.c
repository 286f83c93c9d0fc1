// EXPECT: not supported: an initialiser of a flexible array member after another declaration | line 4
struct text { int n; char s[]; };
extern struct text hello;
struct text hello = {5, "hello"};
int main(void) { return hello.s[0] != 'h'; }
