// EXPECT: returns 5
int *p = &(int){2};
extern int *q;
int main(void) { *q += 1; return *p + *q; }
