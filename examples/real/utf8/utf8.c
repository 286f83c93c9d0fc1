/* UTF-8: decoding, encoding, and a check of a line of input.
 *
 * Reads one line, and prints its code points and how many columns and bytes it
 * has. The number of the first wrong byte is printed if it is not UTF-8.
 *
 * -DBUG=1: a sequence that the text cuts off is read nevertheless.
 * -DBUG=2: longer forms than needed are accepted.
 */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_SIZE 16
#define MAX_LENGTH 4 /* bytes of a code point */

/* What a leading byte says: the length of its sequence, and the least code point that needs it. */
struct form {
  unsigned char mask;
  unsigned char lead;
  int length;
  uint32_t least;
};

static const struct form forms[] = {
    {0x80, 0x00, 1, 0x0},
    {0xE0, 0xC0, 2, 0x80},
    {0xF0, 0xE0, 3, 0x800},
    {0xF8, 0xF0, 4, 0x10000},
};

#define FORMS (sizeof forms / sizeof forms[0])

static const struct form *form_of(unsigned char lead) {
  for (size_t i = 0; i < FORMS; i++)
    if ((lead & forms[i].mask) == forms[i].lead) return &forms[i];
  return NULL;
}

static bool is_surrogate(uint32_t code) {
  return code >= 0xD800 && code <= 0xDFFF;
}

/* Decodes the code point at text, which has size bytes. Returns its length in bytes, 0 if it is wrong. */
static int decode(const unsigned char *text, size_t size, uint32_t *code) {
  const struct form *form = form_of(text[0]);
  if (!form) return 0;
#if BUG != 1
  if ((size_t)form->length > size) return 0;
#else
  (void)size;
#endif
  uint32_t value = text[0] & (unsigned char)~form->mask;
  for (int i = 1; i < form->length; i++) {
    if ((text[i] & 0xC0) != 0x80) return 0; /* FAILS: 1 */
    value = (value << 6) | (text[i] & 0x3F);
  }
#if BUG != 2
  if (value < form->least) return 0;
#endif
  if (value > 0x10FFFF || is_surrogate(value)) return 0;
  *code = value;
  return form->length;
}

/* Writes the sequence of a code point, and returns its length in bytes. */
static int encode(uint32_t code, unsigned char *out) {
  const struct form *form = &forms[0];
  for (size_t i = 1; i < FORMS; i++)
    if (code >= forms[i].least) form = &forms[i];
  for (int i = form->length - 1; i > 0; i--) {
    out[i] = (unsigned char)(0x80 | (code & 0x3F));
    code >>= 6;
  }
  out[0] = (unsigned char)(form->lead | code);
  return form->length;
}

/* Combining marks take no column, the ideographs of East Asia take two. */
static int width(uint32_t code) {
  if (code >= 0x300 && code <= 0x36F) return 0;
  if ((code >= 0x1100 && code <= 0x115F) || (code >= 0x2E80 && code <= 0xA4CF) || (code >= 0xAC00 && code <= 0xD7A3) ||
      (code >= 0xFF00 && code <= 0xFF60))
    return 2;
  return 1;
}

struct summary {
  int points;
  int columns;
  size_t bytes; /* also where the first error is */
};

static void check_round_trip(uint32_t code, const unsigned char *text, int length) {
  unsigned char again[MAX_LENGTH];
  assert(encode(code, again) == length); /* FAILS: 2 */
  assert(memcmp(again, text, (size_t)length) == 0);
}

static bool summarize(const unsigned char *text, size_t size, struct summary *s) {
  memset(s, 0, sizeof *s);
  while (s->bytes < size) {
    uint32_t code;
    int length = decode(text + s->bytes, size - s->bytes, &code);
    if (length == 0) return false;
    check_round_trip(code, text + s->bytes, length);
    printf("U+%04X ", (unsigned)code);
    s->points++;
    s->columns += width(code);
    s->bytes += (size_t)length;
  }
  printf("\n");
  return true;
}

/* The bytes of a line without its end, in memory of just their size. */
static unsigned char *read_line(size_t *size) {
  char line[LINE_SIZE];
  if (!fgets(line, sizeof line, stdin)) return NULL;
  *size = strcspn(line, "\n");
  unsigned char *text = malloc(*size > 0 ? *size : 1);
  if (text) memcpy(text, line, *size);
  return text;
}

int main(void) {
  size_t size;
  struct summary s;
  unsigned char *text = read_line(&size);
  if (!text) {
    fprintf(stderr, "expected a line of text\n");
    return EXIT_FAILURE;
  }
  int status = EXIT_SUCCESS;
  if (summarize(text, size, &s)) {
    printf("%d code points, %d columns, %zu bytes\n", s.points, s.columns, s.bytes);
  } else {
    printf("\nnot UTF-8 at byte %zu\n", s.bytes + 1);
    status = EXIT_FAILURE;
  }
  assert(s.columns <= 2 * s.points);
  free(text);
  return status;
}
