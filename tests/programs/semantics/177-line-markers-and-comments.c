// EXPECT: not supported: a floating type of 128 bits | header.h | line 42
/* several
   lines */ // and one
# 40 "header.h" 1 3

#pragma once
int main(void) { __float128 d = 1; return 0; }
