// EXPECT: returns 0
enum e {
 A, B, C = 9223372036854775806L,
 D, E = D - 1, F = -9223372036854775807L - 1, G, H = D + F };
int main(void){ return H == -1 && D == 9223372036854775807LL ? 0 : 1; }