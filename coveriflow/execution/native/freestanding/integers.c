/* What gcc calls for integers that the machine has no instructions for (libgcc's interface). */

/* Every 64-bit number is exact in a long double of 64 digits; then there is one rounding. */
static long double exactly(dword number) {
  long double value = (long double)(long long)number;
  return (long long)number < 0 ? value + 0x1p64L : value;
}

static dword truncated(long double value) {
  return value >= 0x1p63L ? (dword)(long long)(value - 0x1p63L) + ((dword)1 << 63) : (dword)(long long)value;
}

PUBLIC int __popcountsi2(word number) {
  int count = 0;
  for (; number; number &= number - 1) count++;
  return count;
}

PUBLIC int __popcountdi2(dword number) { return __popcountsi2((word)number) + __popcountsi2((word)(number >> 32)); }

PUBLIC int __paritysi2(word number) { return __popcountsi2(number) & 1; }

PUBLIC int __paritydi2(dword number) { return __popcountdi2(number) & 1; }

#ifdef __i386__
PUBLIC int __clzdi2(dword number) {
  return number >> 32 ? __builtin_clz((word)(number >> 32)) : 32 + __builtin_clz((word)number);
}

PUBLIC int __ctzdi2(dword number) {
  return (word)number ? __builtin_ctz((word)number) : 32 + __builtin_ctz((word)(number >> 32));
}

PUBLIC int __ffsdi2(dword number) { return number ? __ctzdi2(number) + 1 : 0; }

PUBLIC int __clrsbdi2(long long number) {
  dword ones = (dword)(number < 0 ? ~number : number);
  return ones ? __clzdi2(ones) - 1 : 63;
}

/* high:low divided by divisor, where high < divisor, so that the quotient has 32 bits */
static word divided_word(word high, word low, word divisor, word *rest) {
  word quotient;
  __asm__("divl %4" : "=a"(quotient), "=d"(*rest) : "0"(low), "1"(high), "r"(divisor) : "cc");
  return quotient;
}

static dword divided(dword number, dword divisor, dword *rest) {
  word high = (word)(number >> 32), low = (word)number, left = 0;
  if (!(divisor >> 32)) {
    dword quotient = (dword)divided_word(0, high, (word)divisor, &left) << 32;
    quotient |= divided_word(left, low, (word)divisor, &left);
    *rest = left;
    return quotient;
  }
  dword quotient = 0, part = high;
  for (int bit = 31; bit >= 0; bit--) {
    dword carry = part >> 63;
    part = part << 1 | (low >> bit & 1);
    quotient <<= 1;
    if (carry || part >= divisor) {
      part -= divisor;
      quotient |= 1;
    }
  }
  *rest = part;
  return quotient;
}

static dword magnitude(long long number) { return number < 0 ? -(dword)number : (dword)number; }

PUBLIC dword __udivmoddi4(dword number, dword divisor, dword *rest) {
  dword left, quotient = divided(number, divisor, &left);
  if (rest) *rest = left;
  return quotient;
}

PUBLIC dword __udivdi3(dword number, dword divisor) {
  dword rest;
  return divided(number, divisor, &rest);
}

PUBLIC dword __umoddi3(dword number, dword divisor) {
  dword rest;
  divided(number, divisor, &rest);
  return rest;
}

PUBLIC long long __divmoddi4(long long number, long long divisor, long long *rest) {
  dword left, quotient = divided(magnitude(number), magnitude(divisor), &left);
  *rest = (long long)(number < 0 ? -left : left);
  return (long long)((number < 0) != (divisor < 0) ? -quotient : quotient);
}

PUBLIC long long __divdi3(long long number, long long divisor) {
  long long rest;
  return __divmoddi4(number, divisor, &rest);
}

PUBLIC long long __moddi3(long long number, long long divisor) {
  long long rest;
  __divmoddi4(number, divisor, &rest);
  return rest;
}

PUBLIC float __floatundisf(dword number) { return (float)exactly(number); }

PUBLIC double __floatundidf(dword number) { return (double)exactly(number); }

PUBLIC long double __floatundixf(dword number) { return exactly(number); }

PUBLIC dword __fixunssfdi(float value) { return truncated(value); }

PUBLIC dword __fixunsdfdi(double value) { return truncated(value); }

PUBLIC dword __fixunsxfdi(long double value) { return truncated(value); }
#endif
