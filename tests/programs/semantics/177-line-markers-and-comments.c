// EXPECT: not supported: a pointer | header.h | line 42
/* several
   lines */ // and one
# 40 "header.h" 1 3

#pragma once
int main(void) { int *p; return 0; }
