/* scanf and its kin (C11 7.21.6.2). Where libraries differ about texts that begin like a number, it is missing. */

/* Where letters come from: a stream, or a text. */
typedef struct {
  FILE *stream;
  const char *text;
  dword count;
} source;

/* width: 0 if there is none. size: of what is stored, in bytes. */
typedef struct {
  int is_skipped, width, size, is_double, is_long_double, letter;
  byte is_in_set[256];
} input;

static int take(source *from) {
  int letter = from->stream ? next_byte(from->stream) : *from->text ? (byte)*from->text++ : -1;
  from->count += letter >= 0;
  return letter;
}

static void put_back(source *from, int letter) {
  if (letter < 0) return;
  from->count--;
  if (from->stream) push_back(from->stream, letter);
  else from->text--;
}

static int peek(source *from) {
  int letter = take(from);
  put_back(from, letter);
  return letter;
}

static void skip_spaces(source *from) {
  int letter = take(from);
  while (is_space(letter)) letter = take(from);
  put_back(from, letter);
}

static const char *read_set(const char *format, input *how) {
  int is_negated = *format == '^', is_first = 1;
  format += is_negated;
  for (; *format && (is_first || *format != ']'); format++, is_first = 0) {
    byte each = (byte)*format;
    how->is_in_set[each] = 1;
    if (format[1] != '-' || !format[2] || format[2] == ']') continue;
    format += 2;
    if ((byte)*format < each) __coveriflow_missing(); /* libraries differ */
    while (each < (byte)*format) how->is_in_set[++each] = 1;
  }
  if (!*format) __coveriflow_missing();
  for (int each = 0; each < 256; each++) how->is_in_set[each] = how->is_in_set[each] != is_negated;
  return format + 1;
}

static const char *read_input(const char *format, input *how) {
  if (*format == '*') how->is_skipped = 1, format++;
  for (; is_within(*format, '0', '9'); format++) {
    if (how->width > 100000000) __coveriflow_missing();
    how->width = how->width * 10 + (*format - '0');
  }
  const char *before = format;
  how->is_double = *format == 'l' && format[1] != 'l';
  format = read_size(format, &how->size, &how->is_long_double);
  how->letter = *format;
  int is_text = how->letter == 'c' || how->letter == 's' || how->letter == '[';
  int is_known = how->letter && place_of("diouxXpcs[n%efgEG", how->letter);
  if (!is_known || (is_text && format != before)) __coveriflow_missing();
  if (how->letter == 'p') how->size = (int)sizeof(void *);
  return how->letter == '[' ? read_set(format + 1, how) : format + 1;
}

static void store_integer(const input *how, void *to, dword value) {
  switch (how->size) {
  case 1: *(byte *)to = (byte)value; break;
  case 2: *(unsigned short *)to = (unsigned short)value; break;
  case 4: *(word *)to = (word)value; break;
  default: *(dword *)to = value;
  }
}

/* The longest beginning that may become an integer is taken; then it is none if digits are missing. */
static int integer_text(source *from, const input *how, char *text, int most) {
  int base = how->letter == 'd' || how->letter == 'u' ? 10 : how->letter == 'o' ? 8 : how->letter == 'i' ? 0 : 16;
  int width = how->width ? how->width : 2147483647, at = 0, has_digit = 0, letter = take(from);
  if ((letter == '+' || letter == '-') && width > 0) text[at++] = (char)letter, width--, letter = take(from);
  if (letter == '0' && width > 0 && (base == 0 || base == 16)) {
    text[at++] = '0', width--, has_digit = 1, letter = take(from);
    if (lower(letter) == 'x' && width > 0) text[at++] = 'x', width--, has_digit = 0, base = 16, letter = take(from);
    else if (base == 0) base = 8;
  }
  if (base == 0) base = 10;
  for (; width > 0 && digit_value(letter) < base; width--, letter = take(from)) {
    if (at == most - 1) __coveriflow_missing();
    text[at++] = (char)letter, has_digit = 1;
  }
  put_back(from, letter);
  text[at] = 0;
  if (base == 16 && at && lower((byte)text[at - 1]) == 'x') __coveriflow_missing();
  return has_digit ? base : -1;
}

static int read_integer_into(source *from, const input *how, void *to) {
  char text[400];
  int base = integer_text(from, how, text, sizeof text), is_signed = how->letter == 'd' || how->letter == 'i';
  if (base < 0) return 0;
  if (how->is_skipped) return 1;
  int is_long = how->size == 8;
  dword most = is_long ? (dword)-1 : (unsigned long)-1;
  store_integer(how, to,
                is_signed ? (dword)signed_integer(text, NULL, base, most / 2)
                          : unsigned_integer(text, NULL, base, most));
  return 1;
}

enum { MOST_LETTERS = 400 };

/* As many letters as there are within the width: of each digit, of a sign, and so on. */
typedef struct {
  source *from;
  int width, size;
  char text[MOST_LETTERS];
} taken_text;

static int take_if(taken_text *to, const char *set) {
  int letter = to->width > 0 ? take(to->from) : -1;
  if (letter <= 0 || !place_of(set, letter)) {
    put_back(to->from, letter);
    return 0;
  }
  if (to->size == MOST_LETTERS - 1) __coveriflow_missing();
  to->text[to->size++] = (char)letter;
  to->width--;
  return 1;
}

static int take_digits(taken_text *to) {
  int count = 0;
  while (take_if(to, "0123456789")) count++;
  return count;
}

static int read_floating_into(source *from, const input *how, void *to) {
  taken_text taken = {from, how->width ? how->width : 2147483647, 0, {0}};
  take_if(&taken, "+-");
  if (take_if(&taken, "iInN")) __coveriflow_missing();
  int count = take_digits(&taken);
  if (take_if(&taken, "xX")) __coveriflow_missing();
  count += take_if(&taken, ".") && take_digits(&taken);
  if (!count) return 0;
  if (take_if(&taken, "eE")) {
    take_if(&taken, "+-");
    if (!take_digits(&taken)) __coveriflow_missing();
  }
  if (how->is_skipped) return 1;
  if (how->is_long_double) *(long double *)to = floating_in(taken.text, NULL, &OF_LONG_DOUBLE);
  else if (how->is_double) *(double *)to = (double)floating_in(taken.text, NULL, &OF_DOUBLE);
  else *(float *)to = (float)floating_in(taken.text, NULL, &OF_FLOAT);
  return 1;
}

static int read_text(source *from, const input *how, char *to) {
  int width = how->width ? how->width : how->letter == 'c' ? 1 : 2147483647, at = 0, letter = -1;
  for (; at < width && (letter = take(from)) >= 0; at++) {
    int belongs = how->letter == 'c' || (how->letter == 's' ? !is_space(letter) : how->is_in_set[letter]);
    if (!belongs) {
      put_back(from, letter);
      break;
    }
    if (!how->is_skipped) to[at] = (char)letter;
  }
  if (at && how->letter != 'c' && !how->is_skipped) to[at] = 0;
  return how->letter == 'c' ? at == width || (at > 0 && letter < 0) : at > 0;
}

enum { READ, MISMATCH, ENDED };

static int read_one(source *from, const input *how, va_list *list) {
  if (how->letter == 'n') {
    if (!how->is_skipped) store_integer(how, __builtin_va_arg(*list, void *), from->count);
    return READ;
  }
  if (how->letter != 'c' && how->letter != '[') skip_spaces(from);
  if (peek(from) < 0) return ENDED;
  if (how->letter == '%') {
    int letter = take(from);
    if (letter != '%') put_back(from, letter);
    return letter == '%' ? READ : MISMATCH;
  }
  void *to = how->is_skipped ? NULL : __builtin_va_arg(*list, void *);
  int is_text = how->letter == 'c' || how->letter == 's' || how->letter == '[';
  if (is_text) return read_text(from, how, to) ? READ : MISMATCH;
  int is_floating = place_of("efgEG", how->letter) != NULL;
  return (is_floating ? read_floating_into(from, how, to) : read_integer_into(from, how, to)) ? READ : MISMATCH;
}

static int scan(source *from, const char *format, va_list *list) {
  int count = 0;
  while (*format) {
    if (is_space((byte)*format)) {
      skip_spaces(from);
      format++;
      continue;
    }
    int end = READ;
    if (*format != '%') {
      int letter = take(from);
      end = letter < 0 ? ENDED : letter == (byte)*format ? READ : MISMATCH;
      if (end == MISMATCH) put_back(from, letter);
      format++;
    } else {
      input how = {0};
      format = read_input(format + 1, &how);
      end = read_one(from, &how, list);
      count += end == READ && !how.is_skipped && how.letter != 'n' && how.letter != '%';
    }
    if (end == ENDED) return count ? count : -1;
    if (end == MISMATCH) return count;
  }
  return count;
}

static int scan_text(const char *text, const char *format, va_list *list) {
  source from = {NULL, text, 0};
  return scan(&from, format, list);
}

static int scan_stream(FILE *stream, const char *format, va_list *list) {
  source from = {stream, NULL, 0};
  return scan(&from, format, list);
}

/* The system's headers give the functions of the standard the second name. */
#define READING(PREFIX)                                                                                                \
  PUBLIC int PREFIX##vscanf(const char *restrict format, va_list list) {                                               \
    WITH_COPY(scan_stream(stdin, format, &copied));                                                                    \
  }                                                                                                                    \
  PUBLIC int PREFIX##vfscanf(FILE *restrict stream, const char *restrict format, va_list list) {                       \
    WITH_COPY(scan_stream(stream, format, &copied));                                                                   \
  }                                                                                                                    \
  PUBLIC int PREFIX##vsscanf(const char *restrict text, const char *restrict format, va_list list) {                   \
    WITH_COPY(scan_text(text, format, &copied));                                                                       \
  }                                                                                                                    \
  PUBLIC int PREFIX##scanf(const char *restrict format, ...) { WITH_LIST(scan_stream(stdin, format, &copied)); }       \
  PUBLIC int PREFIX##fscanf(FILE *restrict stream, const char *restrict format, ...) {                                 \
    WITH_LIST(scan_stream(stream, format, &copied));                                                                   \
  }                                                                                                                    \
  PUBLIC int PREFIX##sscanf(const char *restrict text, const char *restrict format, ...) {                             \
    WITH_LIST(scan_text(text, format, &copied));                                                                       \
  }

READING()
READING(__isoc99_)
