// EXPECT: undefined
struct text { int n; char s[]; };
static struct text hello = {5, "hello"};
int main(void) {
  int i = hello.n + 1;
  return hello.s[i];
}
