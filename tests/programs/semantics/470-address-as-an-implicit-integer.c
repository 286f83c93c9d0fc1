// EXPECT: undefined
int main(void) { return *(char *)letter() != 'x'; }
