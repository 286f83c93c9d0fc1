extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), x = 0;
    while (x < n) x++;
    if (x != n) reach_error();
    return 0;
}
