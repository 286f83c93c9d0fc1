// EXPECT: false by bmc; unknown by flow:default
extern void reach_error(void);
void f(int k) { switch (k) { int x; case 0: { int *p = &x; *p = 7; } break;
                             case 1: { int *p = &x; if (*p != 7) reach_error(); } } }
int main(void) { f(0); f(1); return 0; }
