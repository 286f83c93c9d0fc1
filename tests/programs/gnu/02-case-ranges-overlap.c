// EXPECT: input error: duplicate case value | line 2
int main(void) { switch (1) { case 8: case 0 ... 5: case 3 ... 9: return 1; } return 0; }
