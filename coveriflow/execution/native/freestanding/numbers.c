/* Integers: their texts, arithmetic of stdlib.h, and pseudo-random numbers. */

/* What a number's text says. It was read if there is a digit. */
typedef struct {
  dword value;
  int is_negative, is_there, overflows;
} read_integer;

static int digit_value(int letter) {
  if (is_within(letter, '0', '9')) return letter - '0';
  return is_within(lower(letter), 'a', 'z') ? lower(letter) - 'a' + 10 : 36;
}

/* After spaces (C11 7.22.1.4). The prefix 0x alone is a zero, where end lies behind the zero. */
static read_integer integer_in(const char *text, char **end, int base) {
  read_integer found = {0, 0, 0, 0};
  const char *at = text;
  while (is_space((byte)*at)) at++;
  if (*at == '+' || *at == '-') found.is_negative = *at++ == '-';
  if ((base == 0 || base == 16) && *at == '0' && lower((byte)at[1]) == 'x' && digit_value((byte)at[2]) < 16) {
    at += 2;
    base = 16;
  }
  if (base == 0) base = *at == '0' ? 8 : 10;
  for (int digit; (digit = digit_value((byte)*at)) < base; at++) {
    found.is_there = 1;
    if (found.value > ((dword)-1 - (dword)digit) / (dword)base) found.overflows = 1;
    found.value = found.value * (dword)base + (dword)digit;
  }
  if (end) *end = (char *)(found.is_there ? at : text);
  return found;
}

static int is_base(int base) {
  if (base == 0 || is_within(base, 2, 36)) return 1;
  set_errno(EINVAL);
  return 0;
}

/* most: the largest value of the type. Negative ones are one larger. */
static long long signed_integer(const char *text, char **end, int base, dword most) {
  if (!is_base(base)) return 0;
  read_integer found = integer_in(text, end, base);
  if (found.overflows || found.value > most + (dword)found.is_negative) {
    set_errno(ERANGE);
    return (long long)(found.is_negative ? -most - 1 : most);
  }
  return (long long)(found.is_negative ? -found.value : found.value);
}

static dword unsigned_integer(const char *text, char **end, int base, dword most) {
  if (!is_base(base)) return 0;
  read_integer found = integer_in(text, end, base);
  if (found.overflows || found.value > most) {
    set_errno(ERANGE);
    return most;
  }
  return found.is_negative ? -found.value : found.value;
}

static const dword LONG_MOST = (dword)((unsigned long)-1 / 2), LLONG_MOST = (dword)-1 / 2;

PUBLIC long strtol(const char *restrict text, char **restrict end, int base) {
  return (long)signed_integer(text, end, base, LONG_MOST);
}

PUBLIC long long strtoll(const char *restrict text, char **restrict end, int base) {
  return signed_integer(text, end, base, LLONG_MOST);
}

PUBLIC unsigned long strtoul(const char *restrict text, char **restrict end, int base) {
  return (unsigned long)unsigned_integer(text, end, base, (unsigned long)-1);
}

PUBLIC unsigned long long strtoull(const char *restrict text, char **restrict end, int base) {
  return unsigned_integer(text, end, base, (dword)-1);
}

PUBLIC long long strtoimax(const char *restrict text, char **restrict end, int base) {
  return signed_integer(text, end, base, LLONG_MOST);
}

PUBLIC unsigned long long strtoumax(const char *restrict text, char **restrict end, int base) {
  return unsigned_integer(text, end, base, (dword)-1);
}

PUBLIC int atoi(const char *text) { return (int)signed_integer(text, NULL, 10, LONG_MOST); }

PUBLIC long atol(const char *text) { return (long)signed_integer(text, NULL, 10, LONG_MOST); }

PUBLIC long long atoll(const char *text) { return signed_integer(text, NULL, 10, LLONG_MOST); }

PUBLIC int abs(int number) { return number < 0 ? -number : number; }

PUBLIC long labs(long number) { return number < 0 ? -number : number; }

PUBLIC long long llabs(long long number) { return number < 0 ? -number : number; }

PUBLIC long long imaxabs(long long number) { return number < 0 ? -number : number; }

typedef struct {
  int quotient, rest;
} division;

typedef struct {
  long quotient, rest;
} long_division;

typedef struct {
  long long quotient, rest;
} longer_division;

PUBLIC division div(int number, int divisor) { return (division){number / divisor, number % divisor}; }

PUBLIC long_division ldiv(long number, long divisor) { return (long_division){number / divisor, number % divisor}; }

PUBLIC longer_division lldiv(long long number, long long divisor) {
  return (longer_division){number / divisor, number % divisor};
}

PUBLIC int ffs(int number) { return __builtin_ffs(number); }

PUBLIC int ffsl(long number) { return number ? __builtin_ctzl((unsigned long)number) + 1 : 0; }

PUBLIC int ffsll(long long number) { return number ? __builtin_ctzll((dword)number) + 1 : 0; }

/* An additive feedback generator of 31 words, begun by a linear congruential one: each word is the sum of those 3 and
   31 before, without its lowest bit; the first 310 are thrown away. */
static word feedback[31];
static int feedback_at = -1;

static word random_word(void) {
  word sum = feedback[feedback_at] += feedback[(feedback_at + 28) % 31];
  feedback_at = (feedback_at + 1) % 31;
  return sum >> 1;
}

static void begin_random(word seed) {
  int value = (int)(seed ? seed : 1);
  for (int at = 0; at < 31; at++) {
    feedback[at] = (word)value;
    value = (int)(16807LL * value % 2147483647);
    if (value < 0) value += 2147483647;
  }
  feedback_at = 3;
  for (int skipped = 0; skipped < 310; skipped++) random_word();
}

static word random_number(void) {
  if (feedback_at < 0) begin_random(1);
  return random_word();
}

PUBLIC void srand(word seed) { begin_random(seed); }

PUBLIC void srandom(word seed) { begin_random(seed); }

PUBLIC int rand(void) { return (int)random_number(); }

PUBLIC long random(void) { return (long)random_number(); }
