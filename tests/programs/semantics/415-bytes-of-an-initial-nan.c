// EXPECT: returns 0
// HIDDEN: 0
static struct { char c; double d; } inner[2] = {{1, 2}, {3, 0.0 / 0.0}};
int main(void) {
  unsigned char *byte = (unsigned char *)&inner[1].d;
  return byte[7] >> 7;
}
