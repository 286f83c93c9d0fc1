// EXPECT: witnessed true by value
#define FOREVER for (;;)
#define UP(v) v = v + 1
#define WHEN(c) while (c)
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = 0, k = 0; UP(k); while (i < 5) { UP(i); }
  WHEN(k < 9) { UP(k); }
  FOREVER { if (i++ > 20) break; }
  if (k != 9) reach_error();
}
