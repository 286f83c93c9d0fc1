// EXPECT: returns 0
extern const int a;
void set(void);
int main(void) {
  if (a != 1) return 1;
  set();
  return a != 2;
}
