// EXPECT: stops
extern void abort(void);
int main(void) { if (1) abort(); return 0; }
