// EXPECT: returns 5
// INPUTS: 1 2 2
// GCC: no
void __VERIFIER_nondet_memory(void *, __typeof__(sizeof 0));
int main(void) {
  unsigned char bytes[3] = {0};
  __VERIFIER_nondet_memory(bytes, sizeof bytes);
  return bytes[0] + bytes[1] + bytes[2];
}
