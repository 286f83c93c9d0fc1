// EXPECT: returns 8
int a[3][3] = {{1, 2, 3}, {7, 8}}; int main(void) { int *row = a[1]; return row[1] * (a[1] != 0); }
