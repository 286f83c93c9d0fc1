// EXPECT: true by bmc assuming the result does not depend on what padding holds in local objects; true by value, cmc
extern void reach_error(void); extern int memcmp(const void *, const void *, unsigned long);
struct S { unsigned a : 3; };
int main(void) { struct S s = {5}, t = {5}; if (memcmp(&s, &t, sizeof s) != 0) reach_error(); return 0; }
