// EXPECT: not supported: #pragma STDC FLOAT_CONST_DECIMAL64 ON | line 2
#pragma STDC FLOAT_CONST_DECIMAL64 ON
int main(void) { return 0.1 + 0.2 == 0.3; }
