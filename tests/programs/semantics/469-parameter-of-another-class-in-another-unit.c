// EXPECT: undefined
int taken(int);
int main(void) { return taken(1) != 1; }
