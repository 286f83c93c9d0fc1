extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < 3; i++)
        sum += x & 1;
    if (sum > 3)
        reach_error();
    return 0;
}
