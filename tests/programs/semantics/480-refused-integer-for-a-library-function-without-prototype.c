// EXPECT: not supported: an integer for a floating parameter without a prototype | line 3
double sqrt();
int main(void) { return sqrt(4) != 2; }
