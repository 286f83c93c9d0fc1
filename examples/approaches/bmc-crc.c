// EXPECT: false
// ARGS: --flow bmc
//
// A bug behind 32 branches: for one input the checksum is the forbidden number. The merged unwinding is a system of
// equations over the bits of the input; path by path it is one of 2^32.

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned crc = __VERIFIER_nondet_uint();
  for (int bit = 0; bit < 32; bit++) {
    if (crc & 1) crc = crc >> 1 ^ 0xEDB88320u;
    else crc >>= 1;
  }
  if (crc == 0xCAFEBABEu) reach_error();
  return 0;
}
