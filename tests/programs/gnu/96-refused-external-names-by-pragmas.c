// EXPECT: not supported: #pragma redefine_extname | line 2
#pragma redefine_extname f g
int g(void) { return 5; }
int f(void);
int main(void) { return f(); }
