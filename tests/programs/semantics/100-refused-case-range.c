// EXPECT: not supported: a range of case values | line 2
int main(void) { switch (1) { case 0 ... 2: return 1; } return 0; }
