// EXPECT: returns 0
int main(void) {
  int z = 0, o = 1;
  if (!((1 ? -1 : 0u) == 4294967295u)) return 1;
  if (!((1 ? (char)-1 : (short)0) == -1)) return 2;
  if (!(sizeof(1 ? (char)1 : (char)2) == 4)) return 3;
  if (!(sizeof(0 ? 1 : 1LL) == 8)) return 4;
  if (!((z ? 1 : z ? 2 : 3) == 3)) return 5;
  if (!((o ? z ? 1u : -1 : 0) > 0)) return 6;
  if (!((o ? o : 1 / z) == 1)) return 7;
  if (!((z ? 1 / z : 7LL) == 7)) return 8;
  if (!((long long)(o ? -1 : 0u) == 4294967295LL)) return 9;
  if (!((o ? -1 : 0LL) < 0u + z - 0LL)) return 10;
  return 0;
}
