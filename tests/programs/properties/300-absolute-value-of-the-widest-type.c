// EXPECT: false by flow:default
// PROPERTY: no-overflow
extern long imaxabs(long);
int main(void) { long x = -9223372036854775807L - 1; return imaxabs(x) == 5; }
