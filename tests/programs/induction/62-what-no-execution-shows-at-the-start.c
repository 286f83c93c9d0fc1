// EXPECT: any by kinduction; false by value
extern void reach_error(void);
int d;
unsigned n;
int main(void) {
  while (1) {
    if (d != 0) {
      if (100 / d == 3) return 0;
    }
    n++;
    if (n == 1000u) reach_error();
  }
}
