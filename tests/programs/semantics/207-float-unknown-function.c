// EXPECT: returns 1
// HIDDEN: 4607182418800017408
// ASSUMES: the function sin of math.h returns anything
// GCC: no
double sin(double);
int main(void) {
  return sin(5.0) == 1.0;
}
