// EXPECT: returns 0
int main(void) {
  char c = 255;
  if (!((char)200 == -56)) return 1;
  if (!((char)-1 < 0)) return 2;
  if (!(c == -1)) return 3;
  if (!((unsigned char)c == 255)) return 4;
  if (!('\xff' == -1)) return 5;
  if (!('\377' == c)) return 6;
  if (!((c & 0x80) == 128)) return 7;
  if (!((char)'\x80' < 0)) return 8;
  return 0;
}
