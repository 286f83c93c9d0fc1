// EXPECT: returns 1
int main(void) { int x = 1;
#pragma STDC FP_CONTRACT OFF /* a
  x = 0; //*/
  return x; }
