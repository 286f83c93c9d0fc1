// EXPECT: returns 1
int main(void) { return (float)1; }
