// EXPECT: returns 0
double unused = 50.0d + .5D + 1.e3d;
int main(void) { return 0; }
