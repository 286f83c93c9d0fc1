// EXPECT: returns 0
// ASSUMES: no result depends on which keys pthread_key_create gives, and it fails only when 1024 are taken
typedef unsigned pthread_key_t;
int pthread_key_create(pthread_key_t *, void (*)(void *));
void *pthread_getspecific(pthread_key_t);
int pthread_setspecific(pthread_key_t, const void *);
extern void reach_error(void);
static void check(int holds) { if (!holds) reach_error(); }
int main(void) {
  pthread_key_t k = 9, l = 9; int x = 5;
  check(!pthread_key_create(&k, 0) && !pthread_key_create(&l, 0) && k != l);
  check(!pthread_getspecific(l) && !pthread_setspecific(l, &x) && !pthread_getspecific(k));
  check(*(int *)pthread_getspecific(l) == 5);
  return 0;
}
