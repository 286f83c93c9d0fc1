/* printf and its kin (C11 7.21.6.1). What a conversion should do that is not done here is missing. */

/* Where letters go: a stream, or room for so many of them. All are counted. */
typedef struct {
  FILE *stream;
  char *room;
  size_t size;
  dword count;
} sink;

typedef struct {
  int left, sign, space, other, zeros, width, precision, letter;
  int size; /* of an integer, in bytes */
  int is_long_double;
} conversion;

static void emit(sink *to, const char *text, size_t size) {
  if (to->stream) put(to->stream, text, size);
  else
    for (size_t at = 0; at < size && to->count + at < to->size; at++) to->room[to->count + at] = text[at];
  to->count += size;
}

static void pad(sink *to, char letter, long long count) {
  for (; count > 0; count--) emit(to, &letter, 1);
}

/* before: sign and prefix. zeros: between these and the digits. */
static void emit_field(sink *to, const conversion *how, const char *before, long long zeros, const char *text,
                       size_t size) {
  size_t ahead = length(before);
  long long missing = how->width - (long long)(ahead + size) - (zeros > 0 ? zeros : 0);
  if (how->zeros && !how->left && missing > 0) zeros = (zeros > 0 ? zeros : 0) + missing, missing = 0;
  if (!how->left) pad(to, ' ', missing);
  emit(to, before, ahead);
  pad(to, '0', zeros);
  emit(to, text, size);
  if (how->left) pad(to, ' ', missing);
}

static const char *sign_of(const conversion *how, int is_negative) {
  return is_negative ? "-" : how->sign ? "+" : how->space ? " " : "";
}

static void print_integer(sink *to, conversion *how, dword value, int is_negative, int is_signed) {
  const char *digits = how->letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef", *before = "";
  word base = how->letter == 'o' ? 8 : lower(how->letter) == 'x' || how->letter == 'p' ? 16 : 10;
  char text[24], *start = text + sizeof text;
  for (dword rest = value; rest; rest /= base) *--start = digits[rest % base];
  long long size = text + sizeof text - start, precision = how->precision < 0 ? 1 : how->precision;
  if (base == 8 && how->other && precision <= size) precision = size + (value != 0 || precision == 0);
  if (is_signed) before = sign_of(how, is_negative);
  else if (base == 16 && how->other && value) before = how->letter == 'X' ? "0X" : "0x";
  if (how->precision >= 0) how->zeros = 0;
  emit_field(to, how, before, precision - size, start, (size_t)size);
}

static dword taken_integer(const conversion *how, va_list *list, int is_signed, int *is_negative) {
  long long value = how->size == 8 ? __builtin_va_arg(*list, long long) : __builtin_va_arg(*list, int);
  int unused = 64 - 8 * how->size;
  dword pattern = (dword)value << unused;
  if (!is_signed) return pattern >> unused;
  value = (long long)pattern >> unused;
  *is_negative = value < 0;
  return value < 0 ? -(dword)value : (dword)value;
}

static void print_floating(sink *to, conversion *how, long double value);

static void print_text(sink *to, const conversion *how, const char *text, size_t size) {
  conversion plain = *how;
  plain.zeros = 0;
  emit_field(to, &plain, "", 0, text, size);
}

static void print_string(sink *to, const conversion *how, const char *text) {
  if (!text) text = how->precision >= 0 && how->precision < 6 ? "" : "(null)";
  print_text(to, how, text, length_within(text, how->precision < 0 ? (size_t)-1 : (size_t)how->precision));
}

static void print_pointer(sink *to, conversion *how, void *pointer) {
  how->other = 1;
  if (pointer) print_integer(to, how, (size_t)pointer, 0, 0);
  else print_text(to, how, "(nil)", 5);
}

static void store_count(const conversion *how, void *to, dword count) {
  switch (how->size) {
  case 1: *(signed char *)to = (signed char)count; break;
  case 2: *(short *)to = (short)count; break;
  case 4: *(int *)to = (int)count; break;
  default: *(long long *)to = (long long)count;
  }
}

static const char *read_number(const char *format, int *number, va_list *list) {
  if (*format == '*') {
    *number = __builtin_va_arg(*list, int);
    return format + 1;
  }
  for (*number = 0; is_within(*format, '0', '9'); format++) {
    if (*number > 100000000) __coveriflow_missing();
    *number = *number * 10 + (*format - '0');
  }
  if (*format == '$') __coveriflow_missing();
  return format;
}

static const char *read_size(const char *format, int *size, int *is_long_double) {
  switch (*format) {
  case 'h': *size = format[1] == 'h' ? 1 : 2; return format + 1 + (format[1] == 'h');
  case 'l': *size = format[1] == 'l' ? 8 : (int)sizeof(long); return format + 1 + (format[1] == 'l');
  case 'q': *size = 8; return format + 1;
  case 'L': *size = 8, *is_long_double = 1; return format + 1;
  case 'j': *size = 8; return format + 1;
  case 'z':
  case 't': *size = (int)sizeof(size_t); return format + 1;
  default: *size = 4; return format;
  }
}

static const char *read_conversion(const char *format, conversion *how, va_list *list) {
  for (;; format++) {
    if (*format == '-') how->left = 1;
    else if (*format == '+') how->sign = 1;
    else if (*format == ' ') how->space = 1;
    else if (*format == '#') how->other = 1;
    else if (*format == '0') how->zeros = 1;
    else break;
  }
  format = read_number(format, &how->width, list);
  if (how->width < 0) how->left = 1, how->width = -how->width;
  how->precision = -1;
  if (*format == '.') format = read_number(format + 1, &how->precision, list);
  if (how->precision < 0) how->precision = -1;
  format = read_size(format, &how->size, &how->is_long_double);
  how->letter = *format;
  return format + 1;
}

static void convert(sink *to, conversion *how, va_list *list) {
  int is_negative = 0;
  dword value;
  char letter;
  switch (how->letter) {
  case 'd':
  case 'i':
    value = taken_integer(how, list, 1, &is_negative);
    print_integer(to, how, value, is_negative, 1);
    break;
  case 'u':
  case 'o':
  case 'x':
  case 'X': print_integer(to, how, taken_integer(how, list, 0, &is_negative), 0, 0); break;
  case 'p': print_pointer(to, how, __builtin_va_arg(*list, void *)); break;
  case 'c':
    letter = (char)__builtin_va_arg(*list, int);
    print_text(to, how, &letter, 1);
    break;
  case 's': print_string(to, how, __builtin_va_arg(*list, const char *)); break;
  case 'n': store_count(how, __builtin_va_arg(*list, void *), to->count); break;
  case '%': emit(to, "%", 1); break;
  default:
    if (how->is_long_double) print_floating(to, how, __builtin_va_arg(*list, long double));
    else print_floating(to, how, __builtin_va_arg(*list, double));
  }
}

static int print(sink *to, const char *format, va_list *list) {
  while (*format) {
    const char *start = format;
    while (*format && *format != '%') format++;
    emit(to, start, (size_t)(format - start));
    if (!*format) break;
    conversion how = {0};
    format = read_conversion(format + 1, &how, list);
    int is_wide = (how.letter == 'c' || how.letter == 's') && format[-2] == 'l';
    if (is_wide || !place_of("diuoxXpcsn%feEgGF", how.letter) || !how.letter) __coveriflow_missing();
    convert(to, &how, list);
  }
  if (to->count > 2147483647) __coveriflow_missing();
  return (int)to->count;
}

static int print_to_room(char *room, size_t size, const char *format, va_list *list) {
  sink to = {NULL, room, size ? size - 1 : 0, 0};
  int count = print(&to, format, list);
  if (size) room[to.count < to.size ? to.count : to.size] = 0;
  return count;
}

static int print_to_stream(FILE *stream, const char *format, va_list *list) {
  sink to = {stream, NULL, 0, 0};
  int was_buffered = stream->is_buffered;
  stream->is_buffered = 1;
  int count = print(&to, format, list);
  stream->is_buffered = was_buffered;
  if (!was_buffered) flushed(stream);
  return count;
}

static int print_to_new(char **to, const char *format, va_list *list) {
  va_list again;
  __builtin_va_copy(again, *list);
  int count = print_to_room(NULL, 0, format, &again);
  __builtin_va_end(again);
  *to = allocated((size_t)count + 1, 16);
  return *to ? print_to_room(*to, (size_t)count + 1, format, list) : -1;
}

/* A list that is a parameter may be a pointer already: a copy is one in any case. */
#define WITH_COPY(RESULT)                                                                                              \
  va_list copied;                                                                                                      \
  __builtin_va_copy(copied, list);                                                                                     \
  int result = RESULT;                                                                                                 \
  __builtin_va_end(copied);                                                                                            \
  return result

#define WITH_LIST(RESULT)                                                                                              \
  va_list copied;                                                                                                      \
  __builtin_va_start(copied, format);                                                                                  \
  int result = RESULT;                                                                                                 \
  __builtin_va_end(copied);                                                                                            \
  return result

PUBLIC int vprintf(const char *restrict format, va_list list) { WITH_COPY(print_to_stream(stdout, format, &copied)); }

PUBLIC int vfprintf(FILE *restrict stream, const char *restrict format, va_list list) {
  WITH_COPY(print_to_stream(stream, format, &copied));
}

PUBLIC int vsprintf(char *restrict to, const char *restrict format, va_list list) {
  WITH_COPY(print_to_room(to, 2147483647, format, &copied));
}

PUBLIC int vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list list) {
  WITH_COPY(print_to_room(to, size, format, &copied));
}

PUBLIC int vasprintf(char **restrict to, const char *restrict format, va_list list) {
  WITH_COPY(print_to_new(to, format, &copied));
}

PUBLIC int printf(const char *restrict format, ...) { WITH_LIST(print_to_stream(stdout, format, &copied)); }

PUBLIC int fprintf(FILE *restrict stream, const char *restrict format, ...) {
  WITH_LIST(print_to_stream(stream, format, &copied));
}

PUBLIC int sprintf(char *restrict to, const char *restrict format, ...) {
  WITH_LIST(print_to_room(to, 2147483647, format, &copied));
}

PUBLIC int snprintf(char *restrict to, size_t size, const char *restrict format, ...) {
  WITH_LIST(print_to_room(to, size, format, &copied));
}

PUBLIC int asprintf(char **restrict to, const char *restrict format, ...) {
  WITH_LIST(print_to_new(to, format, &copied));
}
