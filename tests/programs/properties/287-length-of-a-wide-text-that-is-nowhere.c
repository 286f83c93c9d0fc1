// EXPECT: unknown by flow:default
// PROPERTY: memory-safety
extern unsigned long wcslen(const int *);
int main(void) { return (int)wcslen(0); }
