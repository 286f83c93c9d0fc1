// EXPECT: returns 17
static int x = 1;
extern int x;
int getb(void);
int set(void);
int main(void) {
  set();
  return 10 * x + getb();
}
