// BMC: true | VALUE: true | CMC: true | ASSUMES: the result does not depend on what padding holds in local objects
extern void reach_error(void);
int main(void) { struct { unsigned a : 3; } s = {1}; unsigned char c = *(unsigned char *)&s; if (c & 0xf8) reach_error(); }
