// EXPECT: returns 5
int a[3] = {3, 4, 5}; int main(void) { return *(a + 2) * (a + 1 != 0); }
