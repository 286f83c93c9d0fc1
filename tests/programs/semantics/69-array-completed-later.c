// EXPECT: returns 6
extern int a[];
int sum(void) { return a[0] + a[1] + a[2]; }
int a[3] = {1, 2, 3};
int b[];
int b[2];
int main(void) { return sum() + b[1]; }
