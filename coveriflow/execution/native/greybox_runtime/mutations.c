/* New inputs from those that have taken something new. */

enum { MOST_ENTRIES = 2048, MOST_WORDS = 256, MOST_WORD = 16, MOST_PAIRS = 256 };

/* What the processes of a search share, and the program knows nothing of. */
struct tables {
  struct input entries[MOST_ENTRIES];
  struct compared pairs[MOST_PAIRS];
  struct input first, smaller;
  byte seen[MOST_MAP], near[MOST_MAP];
  word entry_count, pair_count;
  wide uses[MOST_ENTRIES]; /* how often each was changed */
  wide chance, executions, new_edges, new_edges_before;
  wide most_blocks; /* see MANY */
  long used_millis, new_millis; /* CPU time: before the process that runs, and when an edge was new */
  wide limited_at; /* cycles: when the time of the executions in a process was limited */
  word old_taken; /* of the entries that the process before has left */
  int is_over, is_quiet, has_old;
  int is_undone; /* what an execution does, so that another one may follow in its process */
};

static struct tables *tables;
static word word_count;
static byte words[MOST_WORDS][MOST_WORD], word_lengths[MOST_WORDS];

static word pick(word most) {
  return less(&tables->chance, most);
}

static const struct compared *a_pair(void) {
  word known = tables->pair_count < MOST_PAIRS ? tables->pair_count : MOST_PAIRS;
  return known ? &tables->pairs[pick(known)] : 0;
}

/* --- values --- */

static void insert_value(struct input *input, word at, long long value) {
  if (input->count == MOST_VALUES) return;
  for (word i = input->count++; i > at; i--) {
    input->values[i] = input->values[i - 1];
    input->sizes[i] = input->sizes[i - 1];
    input->kinds[i] = input->kinds[i - 1];
  }
  input->values[at] = value;
}

static void remove_values(struct input *input, word at, word count) {
  for (word i = at; i + count < input->count; i++) {
    input->values[i] = input->values[i + count];
    input->sizes[i] = input->sizes[i + count];
    input->kinds[i] = input->kinds[i + count];
  }
  input->count -= count;
}

/* Where one side of a comparison is a value, it becomes the other side, or one beside it. */
static void follow_comparison(struct input *input) {
  const struct compared *pair = a_pair();
  word start = pick(input->count);
  if (!pair) return;
  for (word i = 0; i < input->count; i++) {
    word at = (start + i) % input->count;
    wide value = (wide)input->values[at];
    if (value != pair->left && value != pair->right) continue;
    input->values[at] = (long long)(value == pair->left ? pair->right : pair->left) + (long long)pick(3) - 1;
    return;
  }
  input->values[start] = (long long)(pick(2) ? pair->left : pair->right);
}

static void copy_values(struct input *input) {
  word from = pick(input->count), to = pick(input->count), count = 1 + pick(4);
  for (word i = 0; i < count && from + i < input->count && to + i < input->count; i++) {
    input->values[to + i] = input->values[from + i];
  }
}

static void join_values(struct input *input, const struct input *other) {
  word keep = pick(input->count + 1), from = pick(other->count + 1);
  input->count = keep;
  for (word i = from; i < other->count && input->count < MOST_VALUES; i++) {
    input->values[input->count++] = other->values[i];
  }
}

static void change_values(struct input *input) {
  word at = pick(input->count);
  long long *value = &input->values[at];
  if (!input->count) return;
  switch (pick(14)) {
  case 0:
  case 1:
  case 2: *value = new_value(&tables->chance, pick(STYLES), input->sizes[at], input->kinds[at], input->values, at); break;
  case 3: *value += (long long)pick(9) - 4; break;
  case 4: *value ^= (long long)(1ULL << pick(8 * (input->sizes[at] < 8 ? input->sizes[at] : 8))); break;
  case 5: *value = input->values[pick(input->count)]; break;
  case 6: copy_values(input); break;
  case 7: remove_values(input, at, 1 + pick(input->count - at < 4 ? input->count - at : 4)); break;
  case 8: insert_value(input, at, pick(2) ? input->values[pick(input->count)] : integer(&tables->chance, MIXED, 32, 0, 0)); break;
  case 9: input->count = at; break;
  case 10:
  case 11: follow_comparison(input); break;
  case 12: join_values(input, &tables->entries[pick(tables->entry_count)]); break;
  default: *value = -*value; break;
  }
}

/* --- texts --- */

/* Make room for ``count`` bytes in the place of ``old``. */
static byte *replaced(byte *text, word *length, word most, word at, word old, word count) {
  if (*length - old + count > most) return 0;
  moved(text + at + count, text + at + old, *length - at - old);
  *length += count - old;
  return text + at;
}

static word write_number(byte *to, long long value) {
  byte digits[20];
  word count = 0, written = 0;
  wide rest = value < 0 ? 0 - (wide)value : (wide)value;
  do digits[count++] = (byte)('0' + rest % 10);
  while (rest /= 10);
  if (value < 0) to[written++] = '-';
  while (count) to[written++] = digits[--count];
  return written;
}

/* Small, at a boundary, written in the program, or compared by it. */
static long long some_number(void) {
  const struct compared *pair = a_pair();
  switch (pick(4)) {
  case 0: return integer(&tables->chance, 4, pick(2) ? 32 : 64, 0, 0);
  case 1: return integer(&tables->chance, 5, 64, 0, 0);
  case 2: return pair ? (long long)(pick(2) ? pair->left : pair->right) : (long long)pick(10);
  default: return (long long)pick(pick(2) ? 12 : 200);
  }
}

static word some_word(byte *to) {
  static const char signs[] = "+-*/%()[]{}<>=,.;:\"'\\ \n\t#&|!?_0123456789aAzx";
  switch (pick(word_count ? 4 : 2)) {
  case 0: to[0] = (byte)signs[pick(sizeof signs - 1)]; return 1;
  case 1: return write_number(to, some_number());
  default: {
    word number = pick(word_count);
    copied(to, words[number], word_lengths[number]);
    return word_lengths[number];
  }
  }
}

static int is_digit(byte each) {
  return each >= '0' && each <= '9';
}

/* A run of digits becomes another one. */
static void change_number(byte *text, word *length, word most) {
  word start = pick(*length), end;
  byte digits[24], *at;
  while (start < *length && !is_digit(text[start])) start++;
  if (start >= *length) return;
  for (end = start; end < *length && is_digit(text[end]);) end++;
  word count = write_number(digits, some_number());
  if ((at = replaced(text, length, most, start, end - start, count))) copied(at, digits, count);
}

static void compare_bytes(byte *text, word length) {
  const struct compared *pair = a_pair();
  word start = pick(length);
  if (!pair) return;
  for (word i = 0; i < length; i++) {
    word at = (start + i) % length;
    if (text[at] == (byte)pair->left && pair->left < 256) text[at] = (byte)pair->right;
    else if (text[at] == (byte)pair->right && pair->right < 256) text[at] = (byte)pair->left;
    else continue;
    return;
  }
}

static void change_text(byte *text, word *length, word most) {
  byte new[64], *at;
  word place = pick(*length + 1), left = *length - place, count;
  if (!*length && pick(2)) {
    *length = some_word(text);
    return;
  }
  switch (pick(12)) {
  case 0:
  case 1:
  case 2:
    count = some_word(new);
    if ((at = replaced(text, length, most, place, 0, count))) copied(at, new, count);
    break;
  case 3:
    if (left) text[place] = (byte)(pick(4) ? 32 + pick(95) : random_of(&tables->chance));
    break;
  case 4:
    if (left) replaced(text, length, most, place, 1 + pick(left < 6 ? left : 6), 0);
    break;
  case 5: /* a part again */
    count = left < 16 ? left : 16;
    if (!count) break;
    count = 1 + pick(count);
    copied(new, text + place, count);
    if ((at = replaced(text, length, most, place, 0, count))) copied(at, new, count);
    break;
  case 6: /* one byte, several times */
    count = 1 + pick(pick(10) ? 24 : 300);
    new[0] = left ? text[place] : (byte)(32 + pick(95));
    if ((at = replaced(text, length, most, place, 0, count)))
      for (word i = 0; i < count; i++) at[i] = new[0];
    break;
  case 7: change_number(text, length, most); break;
  case 8:
    if (*length) compare_bytes(text, *length);
    break;
  case 9: /* a word in the place of a byte */
    count = some_word(new);
    if (left && (at = replaced(text, length, most, place, 1, count))) copied(at, new, count);
    break;
  case 10: *length = place; break;
  default:
    if (left) text[place] ^= (byte)(1 << pick(8));
    break;
  }
}

static void join_texts(struct input *input, const struct input *other) {
  word keep = pick(input->length + 1), from = pick(other->length + 1);
  input->length = keep;
  while (from < other->length && input->length < MOST_TEXT) input->text[input->length++] = other->text[from++];
}

static void change_argument(struct input *input) {
  if (input->arguments < 2 || !pick(8)) {
    input->arguments = 1 + pick(MOST_ARGUMENTS);
    return;
  }
  byte *text = input->argument[1 + pick(input->arguments - 1)];
  word length = 0;
  while (text[length]) length++;
  change_text(text, &length, MOST_BYTES);
  text[length] = 0;
}

/* Which parts of the input the program reads is known. */
static void mutate(struct input *input) {
  for (word i = 1u << pick(4); i > 0; i--) {
    word which = pick(3);
    if (wanted.text && which < 2) {
      if (pick(12)) change_text(input->text, &input->length, MOST_TEXT);
      else join_texts(input, &tables->entries[pick(tables->entry_count)]);
    }
    if (wanted.arguments && which != 1) change_argument(input);
    if (input->count) change_values(input);
  }
}
