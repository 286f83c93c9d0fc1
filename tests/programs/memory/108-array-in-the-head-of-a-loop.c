// EXPECT: false by bmc; unknown by flow:default
extern void reach_error(void);
int main(void) {
  int n = 0;
  while (({ int a[20]; int *p = a; if (n == 0) p[3] = 7; else if (p[3] != 7) reach_error(); n++ < 1; })) ;
  return 0;
}
