/* The conversions e, f and g of printf. */

/* Digits first to last, not including the last: zeros where there are none. */
static void emit_digits(sink *to, long long first, long long last) {
  if (first < 0) pad(to, '0', (last < 0 ? last : 0) - first), first = 0;
  long long known = last < digit_count ? last : digit_count;
  if (first < known) emit(to, digits + first, (size_t)(known - first)), first = known;
  pad(to, '0', last - first);
}

static void emit_number(sink *to, const conversion *how, const char *before, long long precision, const char *end) {
  int has_point = precision > 0 || how->other;
  long long whole = *end || point <= 0 ? 1 : point, first = *end ? 0 : point - whole;
  long long size = (long long)length(before) + whole + has_point + precision + (long long)length(end);
  if (!how->left && !how->zeros) pad(to, ' ', how->width - size);
  emit(to, before, length(before));
  if (!how->left && how->zeros) pad(to, '0', how->width - size);
  if (!*end && point <= 0) pad(to, '0', 1);
  else emit_digits(to, first, first + whole);
  if (has_point) emit(to, ".", 1);
  emit_digits(to, first + whole, first + whole + precision);
  emit(to, end, length(end));
  if (how->left) pad(to, ' ', how->width - size);
}

static void print_scientific(sink *to, const conversion *how, const char *before, long long precision) {
  int exponent = digit_count ? point - 1 : 0;
  char text[12] = {0}, *start = text + sizeof text - 1;
  for (int rest = exponent < 0 ? -exponent : exponent, count = 0; rest || count < 2; rest /= 10, count++)
    *--start = (char)('0' + rest % 10);
  *--start = exponent < 0 ? '-' : '+';
  *--start = is_within(how->letter, 'A', 'Z') ? 'E' : 'e';
  emit_number(to, how, before, precision, start);
}

/* C11 7.21.6.1p8: as many digits as are asked for, and without # no zeros at their end. */
static void print_general(sink *to, const conversion *how, const char *before, int wanted) {
  long long exponent = digit_count ? point - 1 : 0, last = digit_count < wanted ? digit_count : wanted;
  while (last > 1 && digits[last - 1] == '0') last--;
  if (how->other || !last) last = how->other ? wanted : 1;
  if (exponent < -4 || exponent >= wanted) print_scientific(to, how, before, last - 1);
  else emit_number(to, how, before, last - 1 > exponent ? last - 1 - exponent : 0, "");
}

static void print_floating(sink *to, conversion *how, long double value) {
  int is_negative = __builtin_signbitl(value) != 0, style = lower(how->letter), is_upper = style != how->letter;
  int precision = how->precision < 0 ? 6 : how->precision;
  const char *before = sign_of(how, is_negative);
  if (!is_finite(value)) {
    how->zeros = 0;
    emit_field(to, how, before, 0, is_nan(value) ? is_upper ? "NAN" : "nan" : is_upper ? "INF" : "inf", 3);
    return;
  }
  find_digits(is_negative ? -value : value);
  if (style == 'g' && !precision) precision = 1;
  round_digits(style == 'f' ? (long long)point + precision : precision + (style == 'e'), is_negative);
  if (style == 'f') emit_number(to, how, before, precision, "");
  else if (style == 'e') print_scientific(to, how, before, precision);
  else print_general(to, how, before, precision);
}
