/* Reads operations on bit patterns, one a line, and writes the bit patterns of the results. */
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef unsigned long long word;

#define BITS(x, high, low) do { unsigned char b[16] = {0}; memcpy(b, &(x), SIZE(x)); \
    memcpy(&(low), b, 8); memcpy(&(high), b + 8, 8); } while (0)
#define SIZE(x) (sizeof(x) > 8 ? 10 : sizeof(x))

#define SERVE(T, name, suffix) \
static void name(const char *op, const word *in) { \
    T a, b, r = 0; float f; double d; long double l; int i; long long n; unsigned long long u; unsigned v; \
    unsigned char first[16], second[16]; word high = 0, low = 0; \
    memcpy(first, in + 1, 8); memcpy(first + 8, in, 8); memcpy(second, in + 3, 8); memcpy(second + 8, in + 2, 8); \
    memcpy(&a, first, SIZE(a)); memcpy(&b, second, SIZE(b)); \
    if (!strcmp(op, "add")) { r = a + b; BITS(r, high, low); } \
    else if (!strcmp(op, "subtract")) { r = a - b; BITS(r, high, low); } \
    else if (!strcmp(op, "multiply")) { r = a * b; BITS(r, high, low); } \
    else if (!strcmp(op, "divide")) { r = a / b; BITS(r, high, low); } \
    else if (!strcmp(op, "square_root")) { r = __builtin_sqrt##suffix(a); BITS(r, high, low); } \
    else if (!strcmp(op, "modulo")) { r = fmod##suffix(a, b); BITS(r, high, low); } \
    else if (!strcmp(op, "remainder")) { r = remainder##suffix(a, b); BITS(r, high, low); } \
    else if (!strcmp(op, "negated")) { r = -a; BITS(r, high, low); } \
    else if (!strcmp(op, "absolute")) { r = __builtin_fabs##suffix(a); BITS(r, high, low); } \
    else if (!strcmp(op, "with_sign")) { r = __builtin_copysign##suffix(a, b); BITS(r, high, low); } \
    else if (!strcmp(op, "fmin")) { r = fmin##suffix(a, b); BITS(r, high, low); } \
    else if (!strcmp(op, "fmax")) { r = fmax##suffix(a, b); BITS(r, high, low); } \
    else if (!strcmp(op, "NEAREST_EVEN")) { r = rint##suffix(a); BITS(r, high, low); } \
    else if (!strcmp(op, "NEAREST_AWAY")) { r = round##suffix(a); BITS(r, high, low); } \
    else if (!strcmp(op, "TOWARDS_ZERO")) { r = trunc##suffix(a); BITS(r, high, low); } \
    else if (!strcmp(op, "DOWN")) { r = floor##suffix(a); BITS(r, high, low); } \
    else if (!strcmp(op, "UP")) { r = ceil##suffix(a); BITS(r, high, low); } \
    else if (!strcmp(op, "less")) low = a < b; \
    else if (!strcmp(op, "less_or_equal")) low = a <= b; \
    else if (!strcmp(op, "equal")) low = a == b; \
    else if (!strcmp(op, "is_nan")) low = a != a; \
    else if (!strcmp(op, "to32")) { f = a; BITS(f, high, low); } \
    else if (!strcmp(op, "to64")) { d = a; BITS(d, high, low); } \
    else if (!strcmp(op, "to80")) { l = a; BITS(l, high, low); } \
    else if (!strcmp(op, "int")) { i = a; low = i; } \
    else if (!strcmp(op, "unsigned")) { v = a; low = v; } \
    else if (!strcmp(op, "long")) { n = a; low = n; } \
    else if (!strcmp(op, "ulong")) { u = a; low = u; } \
    else if (!strcmp(op, "from_int")) { i = in[1]; r = i; BITS(r, high, low); } \
    else if (!strcmp(op, "from_unsigned")) { v = in[1]; r = v; BITS(r, high, low); } \
    else if (!strcmp(op, "from_long")) { n = in[1]; r = n; BITS(r, high, low); } \
    else if (!strcmp(op, "from_ulong")) { u = in[1]; r = u; BITS(r, high, low); } \
    else low = -1; \
    printf("%llx %llx\n", high, low); \
}
SERVE(float, single, f)
SERVE(double, twice, )
SERVE(long double, extended, l)

int main(void) {
    char op[32];
    int width, direction;
    word in[4];
    while (scanf("%31s %x %d %llx %llx %llx %llx", op, &direction, &width, in, in + 1, in + 2, in + 3) == 7) {
        fesetround(direction);
        (width == 32 ? single : width == 64 ? twice : extended)(op, in);
        fesetround(FE_TONEAREST);
    }
    return 0;
}
