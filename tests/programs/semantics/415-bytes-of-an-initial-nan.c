// EXPECT: not supported: memory with a NaN that was computed, where its bytes are read, | line 2
static struct { char c; double d; } inner[2] = {{1, 2}, {3, 0.0 / 0.0}};
int main(void) {
  unsigned char *byte = (unsigned char *)&inner[1].d;
  return byte[7] >> 7;
}
