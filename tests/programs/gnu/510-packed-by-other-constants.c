// EXPECT: error
extern void reach_error(void);
#pragma pack(0x1)
struct S { char c; int i; };
#pragma pack()
int main(void) { if (sizeof(struct S) == 5) reach_error(); return 0; }
