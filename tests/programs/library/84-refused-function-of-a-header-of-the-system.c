// EXPECT: not supported: the library function deflate_all, which may write to memory, | main.c | line 6
# 1 "/usr/include/deflating.h" 1 3
extern int deflate_all(char *, int);
extern int deflated(int);
# 5 "main.c" 2
int main(void) { char c = 1; deflated(3);
  deflate_all(&c, 1); return c; }
