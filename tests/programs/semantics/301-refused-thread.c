// EXPECT: not supported: the function pthread_create, by which control goes other ways, | line 5
// HIDDEN: 0
int pthread_create(unsigned long *thread, void *attributes, void *(*start)(void *), void *argument);
void *start(void *argument) { return argument; }
int main(void) { unsigned long t; return pthread_create(&t, 0, start, 0); }
