// EXPECT: true
// ARGS: --flow value
//
// A checksum of 12,000 bytes, bit by bit. The numbers are all known, and nothing short says what they come to.

extern void reach_error(void);

int main(void) {
  unsigned crc = 0xFFFFFFFFu;
  for (unsigned n = 0; n < 12000; n++) {
    crc ^= n & 0xFF;
    for (int bit = 0; bit < 8; bit++)
      crc = crc & 1 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
  }
  if (crc == 0) reach_error();
  return 0;
}
