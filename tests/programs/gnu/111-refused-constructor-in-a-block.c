// EXPECT: not supported: the attribute constructor in a block | line 4
static int set;
void begin(void);
int main(void) { void begin(void) __attribute__((constructor)); return set - 1; }
void begin(void) { set = 1; }
