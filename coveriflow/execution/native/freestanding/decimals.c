/* Floating values and their decimal texts, exactly: by integers that are as long as it takes. */

/* A long double has 16,445 binary digits behind the point, which are as many decimal ones. */
enum { MOST_WORDS = 1400, MOST_DIGITS = 17000, MOST_READ = 800 };

typedef struct {
  int size; /* the highest word is not zero */
  word words[MOST_WORDS];
} natural;

static void multiply(natural *number, word by, word carry) {
  for (int at = 0; at < number->size; at++) {
    dword product = (dword)number->words[at] * by + carry;
    number->words[at] = (word)product;
    carry = (word)(product >> 32);
  }
  if (!carry) return;
  if (number->size == MOST_WORDS) __coveriflow_missing();
  number->words[number->size++] = carry;
}

static void multiply_by_power(natural *number, word base, int exponent) {
  word eighth = base * base * base * base;
  for (eighth *= eighth; exponent >= 8; exponent -= 8) multiply(number, eighth, 0);
  for (; exponent > 0; exponent--) multiply(number, base, 0);
}

static word divide_by(natural *number, word divisor) {
  dword rest = 0;
  for (int at = number->size - 1; at >= 0; at--) {
    dword part = rest << 32 | number->words[at];
    number->words[at] = (word)(part / divisor);
    rest = part % divisor;
  }
  while (number->size && !number->words[number->size - 1]) number->size--;
  return (word)rest;
}

static void shift_left(natural *number, int bits) {
  for (; bits >= 16; bits -= 16) multiply(number, 1 << 16, 0);
  multiply(number, (word)1 << bits, 0);
}

static void halve(natural *number) {
  for (int at = 0; at < number->size; at++) {
    word above = at + 1 < number->size ? number->words[at + 1] : 0;
    number->words[at] = number->words[at] >> 1 | above << 31;
  }
  if (number->size && !number->words[number->size - 1]) number->size--;
}

static int bit_length(const natural *number) {
  return number->size ? 32 * number->size - __builtin_clz(number->words[number->size - 1]) : 0;
}

static int order_of(const natural *a, const natural *b) {
  if (a->size != b->size) return a->size - b->size;
  for (int at = a->size - 1; at >= 0; at--)
    if (a->words[at] != b->words[at]) return a->words[at] < b->words[at] ? -1 : 1;
  return 0;
}

static void subtract(natural *from, const natural *number) {
  word borrow = 0;
  for (int at = 0; at < from->size; at++) {
    dword less = (dword)borrow + (at < number->size ? number->words[at] : 0);
    borrow = from->words[at] < less;
    from->words[at] -= (word)less;
  }
  while (from->size && !from->words[from->size - 1]) from->size--;
}

/* What lies behind the last digit that is kept. */
typedef enum { NOTHING, BELOW_HALF, HALF, ABOVE_HALF } remainder_kind;

/* Whether the magnitude grows when it is cut off, in the direction of rounding. */
static int rounds_up(int is_negative, int is_odd, remainder_kind rest) {
  switch (fegetround()) {
  case UPWARD: return rest != NOTHING && !is_negative;
  case DOWNWARD: return rest != NOTHING && is_negative;
  case TOWARD_ZERO: return 0;
  default: return rest == ABOVE_HALF || (rest == HALF && is_odd);
  }
}

/* --- to digits --- */

/* The decimal digits of a finite magnitude: 0.d1d2d3... times 10 to the power of point. No digits: zero. */
static char digits[MOST_DIGITS + 2];
static int digit_count, point;

static void find_digits(long double magnitude) {
  static natural number;
  digit_count = point = 0;
  if (magnitude == 0) return;
  int exponent = exponent_of(magnitude) - 63;
  dword significand = truncated(scaled_exactly(magnitude, -exponent));
  for (; exponent < 0 && !(significand & 1); exponent++) significand >>= 1;
  number.words[0] = (word)significand;
  number.words[1] = (word)(significand >> 32);
  number.size = number.words[1] ? 2 : 1;
  if (exponent > 0) shift_left(&number, exponent);
  else multiply_by_power(&number, 5, -exponent);
  char *start = digits + MOST_DIGITS;
  while (number.size) {
    word group = divide_by(&number, 1000000000);
    for (int i = 0; i < 9 && (number.size || group); i++, group /= 10) *--start = (char)('0' + group % 10);
  }
  digit_count = (int)(digits + MOST_DIGITS - start);
  move(digits, start, (size_t)digit_count);
  point = digit_count + (exponent < 0 ? exponent : 0);
}

static remainder_kind rest_behind(long long kept) {
  if (kept < 0) return BELOW_HALF;
  int first = digits[kept] - '0', is_more = 0;
  for (long long at = kept + 1; at < digit_count; at++) is_more |= digits[at] != '0';
  if (first == 0 && !is_more) return NOTHING;
  return first < 5 ? BELOW_HALF : first > 5 || is_more ? ABOVE_HALF : HALF;
}

/* Round to so many digits. If they are less than none, the least digit that is kept lies before the first one. */
static void round_digits(long long kept, int is_negative) {
  if (kept >= digit_count) return;
  int is_odd = kept > 0 && (digits[kept - 1] - '0') % 2, up = rounds_up(is_negative, is_odd, rest_behind(kept));
  digit_count = kept > 0 ? (int)kept : 0;
  if (!up) return;
  int at = digit_count - 1;
  for (; at >= 0 && digits[at] == '9'; at--) digits[at] = '0';
  if (at >= 0) {
    digits[at]++;
    return;
  }
  move(digits + 1, digits, (size_t)digit_count++);
  digits[0] = '1';
  point -= kept > 0 ? -1 : (int)kept - 1;
}

/* --- from digits --- */

/* A type: so many binary digits; the exponents of its least positive number and of its greatest one. */
typedef struct {
  int digits, least, most;
} kind;

static const kind OF_FLOAT = {24, -149, 127}, OF_DOUBLE = {53, -1074, 1023}, OF_LONG_DOUBLE = {64, -16445, 16383};

/* significand without its last digits, so many; rest: what lies behind these, and then behind what is kept */
static dword without_digits(dword significand, int dropped, remainder_kind *rest) {
  if (dropped <= 0) return significand;
  if (dropped > 64) {
    *rest = significand || *rest ? BELOW_HALF : NOTHING;
    return 0;
  }
  dword kept = dropped < 64 ? significand >> dropped : 0, half = (dword)1 << (dropped - 1);
  dword cut = dropped < 64 ? significand & (((dword)1 << dropped) - 1) : significand;
  int is_more = *rest != NOTHING;
  *rest = !cut && !is_more ? NOTHING : cut < half ? BELOW_HALF : cut > half || is_more ? ABOVE_HALF : HALF;
  return kept;
}

/* A magnitude beyond the greatest one. */
static long double too_large(const kind *of, int is_negative) {
  set_errno(ERANGE);
  if (rounds_up(is_negative, 1, ABOVE_HALF)) return __builtin_infl();
  return scaled_exactly(exactly((dword)-1 << (64 - of->digits)), of->most - 63);
}

/* The number of this kind for significand, whose highest bit is set, and the rest behind it, times a power of 2. */
static long double nearest_of(const kind *of, dword significand, remainder_kind rest, int exponent, int is_negative) {
  int least_normal = of->least + of->digits - 1, usual = 64 - of->digits, dropped = usual;
  remainder_kind left = rest, usually_left = rest;
  if (exponent + dropped < of->least) dropped = of->least - exponent;
  dword kept = without_digits(significand, dropped, &left), usually = without_digits(significand, usual, &usually_left);
  kept += (dword)rounds_up(is_negative, (int)(kept & 1), left);
  usually += (dword)rounds_up(is_negative, (int)(usually & 1), usually_left);
  int carries = usually == 0 || (of->digits < 64 && usually >> of->digits); /* to the next power of 2 */
  if (exponent + 63 + carries < least_normal && left != NOTHING) set_errno(ERANGE);
  if (exponent + 63 + carries > of->most) return too_large(of, is_negative);
  if (kept == 0 && dropped == 0) return scaled_exactly(0x1p64L, exponent);
  return scaled_exactly(exactly(kept), exponent + dropped);
}

/* number / divisor as nearest_of has it. The divisor is destroyed. */
static dword quotient_of(natural *number, natural *divisor, remainder_kind *rest, int *exponent) {
  int shift = 63 - (bit_length(number) - bit_length(divisor));
  dword quotient = 0;
  if (shift > 0) shift_left(number, shift);
  else shift_left(divisor, -shift);
  shift_left(divisor, 63);
  if (order_of(number, divisor) < 0) shift_left(number, 1), shift++;
  for (int bit = 63; bit >= 0; bit--) {
    if (order_of(number, divisor) >= 0) {
      subtract(number, divisor);
      quotient |= (dword)1 << bit;
    }
    if (bit) halve(divisor);
  }
  int is_exact = !number->size;
  shift_left(number, 1);
  int order = order_of(number, divisor);
  *rest = is_exact ? NOTHING : order < 0 ? BELOW_HALF : order > 0 ? ABOVE_HALF : HALF;
  *exponent = -shift;
  return quotient;
}

/* A number that is being read: digits, of which more may follow that are not zero, times a power of the base. */
typedef struct {
  natural number;
  int digits, exponent, is_more, is_there;
} significant;

/* Digits with at most one point; how many letters they are. */
static size_t read_digits(const char *text, int base, significant *to) {
  size_t at = 0;
  int behind = 0, digit;
  for (;; at++) {
    if (text[at] == '.' && !behind) behind = 1;
    else if ((digit = digit_value((byte)text[at])) < base) {
      to->is_there = 1;
      if (to->digits == MOST_READ) to->is_more |= digit != 0, to->exponent += 1 - behind;
      else {
        multiply(&to->number, (word)base, (word)digit);
        to->digits += to->number.size > 0;
        to->exponent -= behind;
      }
    } else return at;
  }
}

/* An exponent behind its letter, if there are digits; how many letters it is. */
static size_t read_exponent(const char *text, int *exponent) {
  size_t at = 1 + (text[1] == '+' || text[1] == '-');
  int value = 0;
  if (!is_within(text[at], '0', '9')) return 0;
  for (; is_within(text[at], '0', '9'); at++) value = value < 1000000 ? value * 10 + (text[at] - '0') : value;
  *exponent = text[1] == '-' ? -value : value;
  return at;
}

static long double decimal_value(const kind *of, significant *read, int exponent, int is_negative) {
  static natural divisor;
  remainder_kind rest;
  int binary, power = read->exponent + exponent;
  if (!read->number.size) return 0;
  if (power + read->digits > 6000) return too_large(of, is_negative);
  if (power + read->digits < -6000) return nearest_of(of, (dword)1 << 63, BELOW_HALF, -40000, is_negative);
  if (read->is_more && of->digits == 64) __coveriflow_missing();
  divisor.size = 1, divisor.words[0] = 1;
  multiply_by_power(power < 0 ? &divisor : &read->number, 10, power < 0 ? -power : power);
  dword quotient = quotient_of(&read->number, &divisor, &rest, &binary);
  if (read->is_more) rest = rest == NOTHING ? BELOW_HALF : rest == HALF ? ABOVE_HALF : rest;
  return nearest_of(of, quotient, rest, binary, is_negative);
}

static long double binary_value(const kind *of, significant *read, int exponent, int is_negative) {
  static natural one;
  remainder_kind rest;
  int binary;
  if (!read->number.size) return 0;
  if (read->is_more) __coveriflow_missing();
  one.size = 1, one.words[0] = 1;
  dword quotient = quotient_of(&read->number, &one, &rest, &binary);
  long long sum = (long long)binary + 4LL * read->exponent + exponent;
  return nearest_of(of, quotient, rest, sum > 40000 ? 40000 : sum < -40000 ? -40000 : (int)sum, is_negative);
}

/* C11 7.22.1.3, in the C locale. */
static long double floating_in(const char *text, char **end, const kind *of) {
  static significant read;
  const char *at = text;
  int is_negative = 0, exponent = 0;
  long double value = 0;
  while (is_space((byte)*at)) at++;
  if (*at == '+' || *at == '-') is_negative = *at++ == '-';
  read.number.size = read.digits = read.exponent = read.is_more = read.is_there = 0;
  if (!difference(at, "inf", 3, 1, 1)) {
    at += difference(at, "infinity", 8, 1, 1) ? 3 : 8;
    value = __builtin_infl();
  } else if (!difference(at, "nan", 3, 1, 1)) {
    if (at[3] == '(') __coveriflow_missing();
    at += 3;
    value = __builtin_nanl("");
  } else if (*at == '0' && lower((byte)at[1]) == 'x' && digit_value((byte)at[2 + (at[2] == '.')]) < 16) {
    at += 2 + read_digits(at + 2, 16, &read);
    if (lower((byte)*at) == 'p') at += read_exponent(at, &exponent);
    value = binary_value(of, &read, exponent, is_negative);
  } else {
    size_t size = read_digits(at, 10, &read);
    at = read.is_there ? at + size : text;
    if (read.is_there && lower((byte)*at) == 'e') at += read_exponent(at, &exponent);
    value = decimal_value(of, &read, exponent, is_negative);
    is_negative = is_negative && read.is_there;
  }
  if (end) *end = (char *)at;
  return is_negative ? -value : value;
}

PUBLIC double strtod(const char *restrict text, char **restrict end) {
  return (double)floating_in(text, end, &OF_DOUBLE);
}

PUBLIC float strtof(const char *restrict text, char **restrict end) { return (float)floating_in(text, end, &OF_FLOAT); }

PUBLIC long double strtold(const char *restrict text, char **restrict end) {
  return floating_in(text, end, &OF_LONG_DOUBLE);
}

PUBLIC double atof(const char *text) { return (double)floating_in(text, NULL, &OF_DOUBLE); }
