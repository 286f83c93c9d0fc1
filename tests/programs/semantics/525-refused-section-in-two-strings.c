// EXPECT: not supported: what its section runs before or after main | line 3
static void init(void) {}
__attribute__((section(".init_" "array"), used)) static void (*p)(void) = init;
int main(void) { return 0; }
