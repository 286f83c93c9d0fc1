// EXPECT: returns 54
int calls(int n) { static int count; static int seen[4]; int before = count++; seen[before % 4] += n; if (n) calls(n - 1); return before * 10 + count + seen[1] ; }
int main(void) { calls(3); return calls(4); }
