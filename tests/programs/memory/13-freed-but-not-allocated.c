// EXPECT: true by bmc assuming no invalid free; true by value; any by cmc
extern void reach_error(void); void free(void *);
int g = 1;
int main(void) { free(&g); if (g != 1) reach_error(); return 0; }
