// EXPECT: false by flow:cmc, flow:bmc because at line 5: copy between objects that overlap
// PROPERTY: undefined-behaviour
void *memcpy(void *, const void *, unsigned long);
int main(void) {
  char a[8] = {1}; memcpy(a, a + 1, 4); return a[0]; }
