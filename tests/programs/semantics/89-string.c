// EXPECT: returns 98
int main(void) { return "abc"[1]; }
