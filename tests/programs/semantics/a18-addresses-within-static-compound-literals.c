// EXPECT: returns 15
struct wrap {
  int (*f)(int);
  int *p;
};
static int number = 5;
static int twice(int x) { return 2 * x; }
static struct wrap table[] = {(struct wrap){twice, &number}, (struct wrap){.p = (int[]){7}}};
static struct {
  struct wrap inner;
} outer = {(struct wrap){.f = twice}};
static int size = sizeof((struct wrap){twice, &number});
int main(void) {
  typeof(({ static int *p = &number; *p; })) copy = *table[0].p;
  return size == 2 * sizeof(int *) ? table[0].f(1) + copy + *table[1].p + outer.inner.f(1) - 1 : 0;
}
