extern long long seen;
long long shortened(int d) { return d + (1LL << 40); }
void lower(short d) { seen = d; }
void nothing(int d) { seen = d; }
int as_signed(int s, char *t) { return s; }
struct box { int n; };
void *opaque(struct box *b) { return "opaque"; }
