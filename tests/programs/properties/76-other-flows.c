// EXPECT: unknown by flow:cmc, flow:kinduction because the property termination is not supported
// PROPERTY: termination
int main(void) {
  return 0;
}
