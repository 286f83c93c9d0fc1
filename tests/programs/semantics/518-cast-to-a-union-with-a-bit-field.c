// EXPECT: returns 5
union U { int b : 3; int i; };
int main(void) { union U u = (union U)5; return u.i; }
