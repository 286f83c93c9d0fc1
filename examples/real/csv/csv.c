/* Adds up a column of comma-separated values: csv COLUMN < FILE.
 *
 * A field may stand in double quotes, and may have commas then; a quote in it is written twice. A field that is not a
 * number (a title, say) is counted and left out. A line that is too long or has too many fields is an error.
 */
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  LINE = 16,  /* characters of a line, with its end */
  FIELDS = 4, /* of a line */
  ROWS = 2,   /* that are read */
};

struct row {
  char text[LINE]; /* the fields one after the other, each with its end */
  size_t fields;
  size_t starts[FIELDS];
};

struct column {
  int sum;
  unsigned numbers, others;
};

static bool ends_field(char character) {
  return character == ',' || character == '\n' || character == '\0';
}

/* Copy a field in quotes, without them; where it ends in the line, or the null pointer if the quote is not closed. */
static const char *copy_quoted(const char *from, char *to, size_t *length) {
  for (;;) {
    from++;
    if (*from == '\0' || *from == '\n') return NULL;
    if (*from == '"') {
      from++;
      if (*from != '"') return from;
    }
    to[(*length)++] = *from;
  }
}

static const char *copy_plain(const char *from, char *to, size_t *length) {
  while (!ends_field(*from)) to[(*length)++] = *from++;
  return from;
}

/* Divide a line into its fields; false if that is not possible. */
static bool split(const char *line, struct row *row) {
  size_t length = 0;
  row->fields = 0;
  for (;;) {
#if BUG == 1
    if (row->fields > FIELDS) return false;
#else
    if (row->fields == FIELDS) return false;
#endif
    row->starts[row->fields++] = length; /* FAILS: 1 */
    line = *line == '"' ? copy_quoted(line, row->text, &length) : copy_plain(line, row->text, &length);
    if (line == NULL || !ends_field(*line)) return false;
    row->text[length++] = '\0';
    if (*line != ',') return true;
    line++;
  }
}

static bool read_number(const char *text, int *number) {
  bool is_negative = *text == '-';
  int value = 0;
  if (is_negative) text++;
  if (*text == '\0') return false;
  for (; *text != '\0'; text++) {
    if (*text < '0' || *text > '9') return false;
    int digit = *text - '0';
#if BUG == 2
    if (value > INT_MAX / 10) return false;
#else
    if (value > (INT_MAX - digit) / 10) return false;
#endif
    value = 10 * value + digit; /* FAILS: 2 */
  }
  *number = is_negative ? -value : value;
  return true;
}

static bool add(struct column *column, int number) {
  if (number > 0 ? column->sum > INT_MAX - number : column->sum < INT_MIN - number) return false;
  column->sum += number;
  column->numbers++;
  return true;
}

/* The message of the first error, or the null pointer. */
static const char *read_rows(FILE *file, size_t index, struct column *column) {
  char line[LINE];
  struct row row;
  for (int i = 0; i < ROWS && fgets(line, sizeof line, file) != NULL; i++) {
    int number;
    if (strchr(line, '\n') == NULL && !feof(file)) return "a line is too long";
    if (!split(line, &row)) return "a line has too many fields, or a wrong quote";
    if (index >= row.fields || !read_number(row.text + row.starts[index], &number)) {
      column->others++;
    } else if (!add(column, number)) {
      return "the sum is too large";
    }
  }
  return NULL;
}

int main(int argc, char **argv) {
  struct column column = {0, 0, 0};
  size_t index = 0;
  if (argc > 1) index = (size_t)(argv[1][0] - '0');
  if (index >= FIELDS) {
    fprintf(stderr, "usage: csv [COLUMN], which is 0 to %d\n", FIELDS - 1);
    return EXIT_FAILURE;
  }
  const char *error = read_rows(stdin, index, &column);
  if (error != NULL) {
    fprintf(stderr, "%s\n", error);
    return EXIT_FAILURE;
  }
  printf("%d (%u numbers, %u others)\n", column.sum, column.numbers, column.others);
  return EXIT_SUCCESS;
}
