// EXPECT(ILP32): true by bmc last=10; any by value
// EXPECT(LP64): true by bmc last=10; any by value; any by symbolic
// What is stored once is the same wherever its bytes are copied to, and however often they are read.
extern void reach_error(void);
extern double __VERIFIER_nondet_double(void);
void *memcpy(void *, const void *, unsigned long);
struct pair { double first; float second; };
int main(void) {
  double x = __VERIFIER_nondet_double() * 3;
  struct pair one = {x, (float)x}, other = one;
  unsigned char bytes[8], again[8];
  unsigned word, same;
  memcpy(bytes, &one.first, 8);
  memcpy(again, &other.first, 8);
  for (int i = 0; i < 8; i++)
    if (bytes[i] != again[i]) reach_error();
  memcpy(&word, &one.second, 4);
  memcpy(&same, &other.second, 4);
  if (word != same) reach_error();
  if (x != x && ((bytes[7] & 0x7f) != 0x7f || bytes[6] < 0xf0)) reach_error();
  if (other.first != other.first && (word & 0x7f800000) != 0x7f800000) reach_error();
  return 0;
}
