// EXPECT: true by bmc assuming a pointer that the undefined variable a holds at the start is null or points to a new object; any by value, cmc
extern void reach_error(void); extern int *a[3];
int main(void) { for (int i = 0; i < 3; i++) if (a[i]) *a[i] = i; if (a[1] && a[2] && *a[1] != 1) reach_error(); return 0; }
