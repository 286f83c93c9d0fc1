// EXPECT: false by flow:default
extern float sqrtf(float);
extern int *__errno_location(void);
extern void reach_error(void);
int main(void) {
  double x = -1e-50;
  *__errno_location() = 0;
  float r = sqrtf(x);
  if (*__errno_location() == 0) reach_error();
  return r != 0;
}
