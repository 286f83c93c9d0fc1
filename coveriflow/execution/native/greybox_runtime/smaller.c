/* A smaller input with which an execution ends in the same way. */

enum { SMALLER = 2500, SMALLER_ENDLESS = 400, SMALLER_MILLIS = 400 };

static word tries, smaller_why;
static size smaller_at;
static long smaller_until;

static int has_tried_enough(void) {
  if (smaller_why == ENDLESS) return ++tries > SMALLER_ENDLESS;
  return ++tries > SMALLER || millis_of(0) + millis_of(-1) > smaller_until;
}

/* 1: this is the child. Else the input that is shared is the smallest one again. What reads more values than that is
   not smaller: a program that reads for ever would take most of the time.
*/
static int try_smaller(void) {
  struct input *best = &tables->smaller;
  if (has_tried_enough()) {
    copied(&shared->input, best, sizeof *best);
    return 0;
  }
  if (smaller_why != ENDLESS) most_values = best->count;
  if (execute(STYLES)) return 1;
  most_values = MOST_VALUES;
  if (shared->stop == smaller_why && (shared->at == smaller_at || smaller_why == ENDLESS)) copied(best, &shared->input, sizeof *best);
  copied(&shared->input, best, sizeof *best);
  return 0;
}

#define TRY(change)                                                                                                    \
  do {                                                                                                                 \
    change;                                                                                                            \
    if (try_smaller()) return 1;                                                                                       \
  } while (0)

static int is_digit_run_of(word start, word end, word number) {
  word value = 0;
  while (start < end && value < 1000) value = 10 * value + (shared->input.text[start++] - '0');
  return value == number;
}

static int smaller_text(void) {
  struct input *input = &shared->input;
  for (word part = input->length; part > 0; part /= 2) {
    for (word at = 0; at + part <= input->length;) {
      word length = input->length;
      TRY(replaced(input->text, &input->length, MOST_TEXT, at, part, 0));
      if (input->length == length) at += part;
    }
  }
  for (word i = 0; i < input->length; i++) {
    if (is_digit(input->text[i]) && input->text[i] > '1') TRY(input->text[i] = '1');
    if (input->text[i] != 'a' && (input->text[i] > 126 || input->text[i] < 10)) TRY(input->text[i] = 'a');
  }
  return 0;
}

/* A number of several digits becomes the smallest one that does the same, if that is small. */
static int smaller_numbers(void) {
  struct input *input = &shared->input;
  for (word start = 0; start < input->length; start++) {
    word end = start, known;
    if (!is_digit(input->text[start]) || (start && is_digit(input->text[start - 1]))) continue;
    while (end < input->length && is_digit(input->text[end])) end++;
    known = input->length;
    for (word number = 0; end - start > 1 && number < 64 && !is_digit_run_of(start, end, number); number++) {
      byte digits[24];
      word count = write_number(digits, number);
      TRY(copied(replaced(input->text, &input->length, MOST_TEXT, start, end - start, count), digits, count));
      if (input->length != known || is_digit_run_of(start, start + count, number)) break;
    }
  }
  return 0;
}

static int smaller_arguments(void) {
  struct input *input = &shared->input;
  while (input->arguments > 1) {
    word count = input->arguments;
    TRY(input->arguments--);
    if (input->arguments == count) break;
  }
  for (word i = 1; i < input->arguments; i++) {
    for (word length = (word)length_of((const char *)input->argument[i]); length > 0; length--) {
      TRY(input->argument[i][length - 1] = 0);
      if (input->argument[i][length - 1]) break;
    }
  }
  return 0;
}

static int smaller_values(void) {
  struct input *input = &shared->input;
  for (word part = input->count / 2; part > 0; part /= 2) {
    for (word at = 0; at + part <= input->count;) {
      word count = input->count;
      TRY(remove_values(input, at, part));
      if (input->count >= count) at += part;
    }
  }
  for (word i = 0; i < input->count; i++) {
    if (input->values[i] != 0) TRY(input->values[i] = 0);
    if (input->values[i] != 0 && input->values[i] != 1) TRY(input->values[i] = 1);
    for (long long value = input->values[i]; value / 2 != 0 && value > 1;) {
      TRY(input->values[i] = value / 2);
      if (input->values[i] == value) break;
      value = input->values[i];
    }
    for (long long value = input->values[i]; value > 1;) {
      TRY(input->values[i] = value - 1);
      if (input->values[i] == value) break;
      value = input->values[i];
    }
  }
  return 0;
}

static int make_smaller(void) {
  tries = 0;
  smaller_until = millis_of(0) + millis_of(-1) + SMALLER_MILLIS;
  smaller_why = shared->stop;
  smaller_at = shared->at;
  copied(&tables->smaller, &shared->input, sizeof shared->input);
  if (wanted.text && smaller_text()) return 1;
  if (wanted.arguments && smaller_arguments()) return 1;
  if (shared->input.count && smaller_values()) return 1;
  return wanted.text && (smaller_text() || smaller_numbers());
}
