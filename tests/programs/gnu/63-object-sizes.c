// EXPECT: returns 1
struct s { char *p; char a[4]; };
static int f(char *q, struct s *t, char **v) {
  char b[8] = "a", *r = b; struct s u = {b};
  return __builtin_object_size(q, 0) == -1 && __builtin_object_size((void *)t->p, 1) == -1 &&
    __builtin_object_size(r, 2) == 0 && __builtin_object_size(*v, 3) == 0 && __builtin_object_size(u.p, 0) == -1 &&
    __builtin_object_size(v[1], 0) == -1;
}
int main(void) { char *c[2] = {0}; struct s t = {0}; return f(0, &t, c); }
