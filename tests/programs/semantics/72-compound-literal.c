// EXPECT: not supported: a compound literal | line 2
int main(void) { return (int){5}; }
