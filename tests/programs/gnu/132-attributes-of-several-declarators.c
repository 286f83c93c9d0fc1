// EXPECT: returns 42
// An attribute among the specifiers is one of each declarator.
static int cleaned;
static void clean(int *x) { cleaned += *x; }

__attribute__((mode(QI))) int g, h;
__attribute__((vector_size(16))) int v = {1}, w = {1};
int __attribute__((vector_size(16))) r, s;
typedef __attribute__((vector_size(8))) short first, second;
struct members {
  __attribute__((mode(DI))) int a, b;
  int __attribute__((mode(QI))) c, d;
};

int main(void) {
  {
    __attribute__((cleanup(clean), unused)) int a = 1, b = 20;
    int __attribute__((cleanup(clean), unused)) c = 300, d = 4000;
  }
  if (cleaned != 4321) return 1;
  if (sizeof(g) != 1 || sizeof(h) != 1 || sizeof(v) != 16 || sizeof(w) != 16) return 2;
  if (sizeof(r) != 16 || sizeof(s) != 16 || sizeof(first) != 8 || sizeof(second) != 8) return 3;
  struct members *m = 0;
  if (sizeof(m->a) != 8 || sizeof(m->b) != 8 || sizeof(m->c) != 1 || sizeof(m->d) != 1) return 4;
  return 42;
}
