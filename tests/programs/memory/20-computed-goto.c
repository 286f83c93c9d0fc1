// EXPECT: true by bmc; unknown by value; any by cmc
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int() & 1, r = 0; void *to[] = { &&a, &&b };
  goto *to[i];
a: r = 1; goto end;
b: r = 2;
end: if (r != i + 1) reach_error(); return 0; }
