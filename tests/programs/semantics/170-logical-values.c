// EXPECT: returns 0
int main(void) {
  int z = 0;
  if (!((5 && 7) == 1)) return 1;
  if (!((5 || 0) == 1)) return 2;
  if (!(!5 == 0)) return 3;
  if (!(!!5 == 1)) return 4;
  if (!((z && 1 / z) == 0)) return 5;
  if (!((1 || 1 / z) == 1)) return 6;
  if (!(sizeof(1 && 1) == 4)) return 7;
  if (!((z || z) == 0)) return 8;
  if (!(-(z == 0) == -1)) return 9;
  if (!(!(z < 1 && z > -1) == 0)) return 10;
  if (!(!(char)256)) return 11;
  if (!(!0x100000000 == 0)) return 12;
  if (!((0x100000000 && 1) == 1)) return 13;
  if (!((z == 0) + (z <= 0) + (z >= 0) + (z != 0) == 3)) return 14;
  return 0;
}
