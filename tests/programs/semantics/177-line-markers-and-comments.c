// EXPECT: not supported: complex arithmetic | header.h | line 42
/* several
   lines */ // and one
# 40 "header.h" 1 3

#pragma once
int main(void) { double _Complex d = 1; return 0; }
