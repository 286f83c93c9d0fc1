extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned char y = __VERIFIER_nondet_uchar();
    if (x == -7 && y == 200)
        reach_error();
    return 0;
}
