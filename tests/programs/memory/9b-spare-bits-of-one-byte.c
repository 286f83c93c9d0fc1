// EXPECT: true by bmc assuming the result does not depend on what padding holds in local objects; true by value, cmc
extern void reach_error(void);
int main(void) { struct { unsigned a : 3; } s = {1}; unsigned char c = *(unsigned char *)&s; if (c & 0xf8) reach_error(); }
