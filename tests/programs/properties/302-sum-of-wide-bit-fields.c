// EXPECT: false by flow:default
// PROPERTY: no-overflow
struct s { long f : 40; } s;
int main(void) { s.f = 549755813887L; long r = s.f + s.f; return r == 5; }
