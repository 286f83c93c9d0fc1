// EXPECT: false by bmc, cmc; any by value
extern void reach_error(void); extern unsigned x, limit; extern int a[3];
int main(void) { if (x >= 3 || limit > 7) return 0; if (a[x] == 70 + limit && limit == 7) reach_error(); return 0; }
