// EXPECT: returns 3
static int x __attribute__((section(".data.mine"), used)) = 3;
int main(void) { return x; }
