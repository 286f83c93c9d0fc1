/* What the fuzzer is given, and what it leaves: numbers in decimal, texts in hexadecimal digits, a line for each. */

enum { LONGEST_LINE = 16 * 2 * MOST_VALUES + 2 * MOST_TEXT + 2 * MOST_ARGUMENTS * MOST_BYTES + 4096, LARGEST_DICTIONARY = 1 << 16 };

static int entries_file;
static byte *line; /* of LONGEST_LINE bytes */
static word line_length;

static void put(const char *text) {
  while (*text) line[line_length++] = (byte)*text++;
}

static void put_number(long long number) {
  put(" ");
  line_length += write_number(line + line_length, number);
}

static void put_bytes(const byte *bytes, word count) {
  static const char digits[] = "0123456789abcdef";
  put(" ");
  if (!count) put("-");
  for (word i = 0; i < count; i++) {
    line[line_length++] = (byte)digits[bytes[i] >> 4];
    line[line_length++] = (byte)digits[bytes[i] & 15];
  }
}

static void write_line(int file) {
  const byte *next = line;
  line[line_length++] = '\n';
  while (line_length > 0) {
    long count = syscall(SYS_WRITE, file, next, (size)line_length);
    if (count <= 0) break;
    next += count;
    line_length -= (word)count;
  }
  line_length = 0;
}

/* The bytes of all values are those in memory, so that they are the same whatever the program makes of them. */
static void write_input(int file, const char *what, size at, const struct input *input) {
  put(what);
  put_number((long long)at);
  put_bytes(input->text, input->length);
  put_number(input->arguments);
  for (word i = 1; i < input->arguments; i++) put_bytes(input->argument[i], (word)length_of((const char *)input->argument[i]));
  put_number(input->count);
  for (word i = 0; i < input->count; i++) {
    byte bytes[16];
    bytes_of(bytes, input->values[i], input->kinds[i]);
    put_bytes(bytes, input->sizes[i] < 16 ? input->sizes[i] : 16);
    if (line_length > LONGEST_LINE - 64) break;
  }
  write_line(file);
}

/* --- the dictionary: "n NUMBER", "w TEXT", "i KIND SITE" for what is to be passed over --- */

enum { MOST_PASSED_OVER = 256 };

static struct {
  word why;
  size at;
} passed_over[MOST_PASSED_OVER];
static word passed_over_count;

static int is_passed_over(word why, size at) {
  for (word i = 0; i < passed_over_count; i++) {
    if (passed_over[i].why == why && passed_over[i].at == at) return 1;
  }
  return 0;
}

static long long number_at(const byte **at) {
  int is_negative = **at == '-';
  wide value = 0;
  if (is_negative) ++*at;
  while (is_digit(**at)) value = 10 * value + (wide)(*(*at)++ - '0');
  if (**at == ' ') ++*at;
  return (long long)(is_negative ? 0 - value : value);
}

static byte digit_of(byte each) {
  return is_digit(each) ? each - '0' : each - 'a' + 10;
}

static void take_line(const byte *at) {
  byte what = at[0];
  at += 2;
  if (what == 'n' && constant_count < sizeof constants / sizeof *constants) constants[constant_count++] = number_at(&at);
  if (what == 'i' && passed_over_count < MOST_PASSED_OVER) {
    passed_over[passed_over_count].why = (word)number_at(&at);
    passed_over[passed_over_count++].at = (size)number_at(&at);
  }
  if (what != 'w' || word_count == MOST_WORDS) return;
  while (word_lengths[word_count] < MOST_WORD && at[0] > ' ' && at[1] > ' ') {
    words[word_count][word_lengths[word_count]++] = (byte)(digit_of(at[0]) << 4 | digit_of(at[1]));
    at += 2;
  }
  word_count += word_lengths[word_count] > 0;
}

static void read_dictionary(void) {
  byte *content = pages(LARGEST_DICTIONARY, ALONE);
  long file = syscall(SYS_OPEN, "dictionary", READING, 0), count, length = 0;
  while ((count = syscall(SYS_READ, file, content + length, LARGEST_DICTIONARY - 1 - (size)length)) > 0) length += count;
  syscall(SYS_CLOSE, file);
  for (byte *at = content; at < content + length;) {
    take_line(at);
    while (at < content + length && *at++ != '\n') {
    }
  }
}

enum { WRITTEN_AT_MOST = (15 << 20) / sizeof(struct input) };

static struct input *old_entries;
static word old_count;

/* The inputs that had taken something new are kept for the next process. */
static void read_entries(void) {
  size space = WRITTEN_AT_MOST * sizeof *old_entries, length = 0;
  long count;
  old_entries = pages(space, ALONE);
  while ((count = syscall(SYS_READ, entries_file, (byte *)old_entries + length, space - length)) > 0) length += (size)count;
  old_count = (word)(length / sizeof *old_entries);
}

/* Whether there is one more. */
static int read_entry(struct input *input) {
  if (tables->old_taken >= old_count) return 0;
  copied(input, &old_entries[tables->old_taken++], sizeof *input);
  return 1;
}

static void write_entries(void) {
  syscall(SYS_LSEEK, entries_file, 0, 0);
  for (word i = 0; i < tables->entry_count && i < WRITTEN_AT_MOST; i++) {
    syscall(SYS_WRITE, entries_file, &tables->entries[i], sizeof tables->entries[i]);
  }
}
