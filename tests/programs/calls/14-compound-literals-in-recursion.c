// EXPECT: returns 21
// ASSUMES: a local object of the function grow is not used when there is a new one in its place
struct p { int x; struct p *next; };
int length(struct p *p) { return p ? p->x + length(p->next) : 0; }
int grow(int n, struct p *rest) { return n ? grow(n - 1, &(struct p){n, rest}) : length(rest); }
int main(void) { return grow(6, 0); }
