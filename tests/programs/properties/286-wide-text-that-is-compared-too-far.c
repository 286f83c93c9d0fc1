// EXPECT: unknown by flow:default
// PROPERTY: memory-safety
extern int wmemcmp(const int *, const int *, unsigned long);
int main(void) { return wmemcmp(L"a", L"a", 1000000) != 0; }
