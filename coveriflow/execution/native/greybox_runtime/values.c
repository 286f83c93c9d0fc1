/* The values of input functions: those of the input, and new ones after them. */

static long long constants[256];
static word constant_count;

static word less(wide *state, word most) {
  return most ? (word)((random_of(state) >> 33) % most) : 0;
}

static long long boundary(wide *state, word bits) {
  wide top = 1ULL << (bits - 1);
  switch (less(state, 8)) {
  case 0: return 0;
  case 1: return -1;
  case 2: return (long long)top;
  case 3: return (long long)(top - 1);
  case 4: return (long long)(top + 1);
  case 5: return (long long)(1ULL << less(state, bits));
  case 6: return (long long)((1ULL << less(state, bits)) - 1);
  default: return -(long long)(1ULL << less(state, bits));
  }
}

static long long constant(wide *state) {
  return constant_count ? constants[less(state, constant_count)] : (long long)less(state, 100);
}

enum { STYLES = 10, REPEATING = 2, MIXED = 8 };

static long long integer(wide *state, word style, word bits, const long long *earlier, word count) {
  switch (style) {
  case 0: return 0;
  case 1: return (long long)less(state, 12) - 3;
  case REPEATING: return count && less(state, 2) ? earlier[less(state, count)] : (long long)less(state, 6);
  case 3: return less(state, 2) ? 32 + (long long)less(state, 95) : 'a' + (long long)less(state, 4);
  case 4: return boundary(state, bits);
  case 5: return constant(state) + (less(state, 3) ? 0 : (long long)less(state, 3) - 1);
  case 6: return (long long)random_of(state);
  case 7: return (long long)less(state, 2);
  case 9: return 1 + (long long)less(state, 3);
  default: return integer(state, less(state, MIXED), bits, earlier, count);
  }
}

static double floating(wide *state, word style) {
  static const double special[] = {0.0, -0.0, 1.0, -1.0, 0.5, 0.1, 1e-9, 1e9, 1e300, -1e300, 1e-310, 3.5};
  wide bits = random_of(state);
  double number;
  if (style == 6) {
    copied(&number, &bits, sizeof number);
    return number;
  }
  switch (less(state, 4)) {
  case 0: return special[less(state, sizeof special / sizeof *special)];
  case 1: return (double)constant(state);
  case 2: return (double)less(state, 64) / 4 - 4;
  default: return (double)integer(state, style, 16, 0, 0);
  }
}

/* As the type has it; a floating value as its pattern, a long double as that of a double. */
HOT static long long as_type(long long value, word length, byte kind) {
  word bits = length < 8 ? 8 * length : 64;
  if (kind == BOOL) return value & 1;
  if (kind == FLOAT || kind == DOUBLE || kind == LONG_DOUBLE || bits == 64) return value;
  if (kind == SIGNED) return (long long)((wide)value << (64 - bits)) >> (64 - bits);
  return (long long)((wide)value & ((1ULL << bits) - 1));
}

static long long new_value(wide *state, word style, word length, byte kind, const long long *earlier, word count) {
  double number;
  float single;
  word pattern;
  if (kind != FLOAT && kind != DOUBLE && kind != LONG_DOUBLE) {
    word bits = length < 8 ? 8 * length : 64;
    return as_type(integer(state, style, bits, earlier, count), length, kind);
  }
  number = floating(state, style);
  if (kind != FLOAT) return (long long)pattern_of(number);
  single = (float)number;
  copied(&pattern, &single, sizeof pattern);
  return pattern;
}

/* The bytes of a value, 16 of them. */
HOT static void bytes_of(byte *to, long long value, byte kind) {
  double number;
  long double large;
  wide parts[2] = {(wide)value, kind == SIGNED && value < 0 ? -1ULL : 0};
  copied(to, parts, sizeof parts);
  if (kind != LONG_DOUBLE) return;
  copied(&number, &value, sizeof number);
  large = number;
  cleared(to, 16);
  copied(to, &large, 10);
}

/* An execution that reads more is of no interest. */
static word most_values = MOST_VALUES;

HOT void __coveriflow_give(void *to, size length, int kind) {
  struct input *input = &shared->input;
  word number = shared->read;
  byte bytes[16];
  long long value;
  if (number >= most_values) leave(QUIET);
  if (number >= input->count) {
    wide *state = &shared->random;
    word style = shared->style;
    input->values[number] = style < STYLES ? new_value(state, style, (word)length, (byte)kind, input->values, number) : 0;
    input->count = number + 1;
  }
  value = as_type(input->values[number], (word)length, (byte)kind);
  input->values[number] = value;
  input->sizes[number] = (byte)length;
  input->kinds[number] = (byte)kind;
  shared->read = number + 1;
  bytes_of(bytes, value, (byte)kind);
  copied(to, bytes, length < 16 ? length : 16);
}

long long __coveriflow_next(void) {
  int value;
  __coveriflow_give(&value, sizeof value, SIGNED);
  return value;
}

long long __coveriflow_high(void) {
  return 0;
}
