// EXPECT: not supported: the function fesetround, which changes what arithmetic does, | line 3
int fesetround(int mode);
int main(void) { fesetround(1); return 1.0 / 3.0 > 0.3; }
