// EXPECT: input error: more initial values than elements | line 2
int a[2] = {1, 2, 3}; int main(void) { return a[0]; }
