// EXPECT: stops 0
// GCC: no
extern void reach_error(void);
void pthread_exit(void *);
int atexit(void (*)(void));
static void last(void) { }
int main(void) { int status = 3; atexit(last); pthread_exit(&status); reach_error(); return 1; }
