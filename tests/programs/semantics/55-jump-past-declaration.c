// EXPECT: returns 3
int main(void) {
  int way = 2;
  switch (way) {
    int x;
  case 1:
    x = 9;
  case 2:
    x = 3;
    int y = x;
    return y;
  }
  goto end;
  int z = 5;
end:
  z = 4;
  return z;
}
