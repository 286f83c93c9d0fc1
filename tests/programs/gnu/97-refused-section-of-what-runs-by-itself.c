// EXPECT: not supported: what its section runs before or after main | line 3
extern void reach_error(void);
__attribute__((section(".init_array"))) static void (*p)(void) = reach_error;
int main(void) { return 0; }
