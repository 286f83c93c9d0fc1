#include "json.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 3 };

struct reader {
  const char *next;
  int depth;
};

static struct json *read_value(struct reader *reader);

static struct json *new_value(enum json_kind kind) {
  struct json *value = malloc(sizeof *value);
  if (value == NULL) return NULL;
  memset(value, 0, sizeof *value);
  value->kind = kind;
  return value;
}

void json_free(struct json *value) {
  while (value != NULL) {
    struct json *next = value->next;
    json_free(value->first);
    free(value->text);
    free(value->name);
    free(value);
    value = next;
  }
}

/* How many values there are, each array and object counted, too. */
size_t json_size(const struct json *value) {
  size_t size = 0;
  for (; value != NULL; value = value->next) size += 1 + json_size(value->first);
  return size;
}

static void skip_blanks(struct reader *reader) {
  while (*reader->next == ' ' || *reader->next == '\n') reader->next++;
}

static bool accept(struct reader *reader, char character) {
  skip_blanks(reader);
  if (*reader->next != character) return false;
  reader->next++;
  return true;
}

static char unescaped(char character) {
  switch (character) {
  case 'n':
    return '\n';
  case 't':
    return '\t';
  case '"':
  case '/':
  case '\\':
    return character;
  default:
    return '\0';
  }
}

/* Where a text ends that begins here, behind its first quote; the null pointer if it does not end. */
static const char *end_of_text(const char *text) {
  while (*text != '"') { /* FAILS: 1 */
    if (*text == '\0') return NULL;
#if BUG == 1
    if (*text == '\\') text++;
#else
    if (*text == '\\' && unescaped(*++text) == '\0') return NULL;
#endif
    text++;
  }
  return text;
}

/* The text that begins here, unescaped and on the heap. */
static char *read_text(struct reader *reader) {
  if (!accept(reader, '"')) return NULL;
  const char *end = end_of_text(reader->next);
  if (end == NULL) return NULL;
  char *text = malloc((size_t)(end - reader->next) + 1);
  if (text == NULL) return NULL;
  char *to = text;
  while (reader->next != end) {
    char character = *reader->next++;
    *to++ = character == '\\' ? unescaped(*reader->next++) : character;
  }
  *to = '\0';
  reader->next++;
  return text;
}

static struct json *read_number(struct reader *reader) {
  bool is_negative = *reader->next == '-';
  int number = 0;
  if (is_negative) reader->next++;
  if (*reader->next < '0' || *reader->next > '9') return NULL;
  do {
    int digit = *reader->next++ - '0';
    if (number > (INT_MAX - digit) / 10) return NULL;
    number = 10 * number + digit;
  } while (*reader->next >= '0' && *reader->next <= '9');
  struct json *value = new_value(JSON_NUMBER);
  if (value != NULL) value->number = is_negative ? -number : number;
  return value;
}

static struct json *read_word(struct reader *reader) {
  static const char *const words[] = {"null", "false", "true"}; /* in the order of their kinds */
  for (int i = 0; i < 3; i++) {
    size_t length = strlen(words[i]);
    if (strncmp(reader->next, words[i], length) != 0) continue;
    reader->next += length;
    return new_value((enum json_kind)i);
  }
  return NULL;
}

/* An element of an array, or of an object with its name. */
static struct json *read_element(struct reader *reader, enum json_kind kind) {
  if (kind == JSON_ARRAY) return read_value(reader);
  char *name = read_text(reader);
  if (name == NULL) return NULL;
#if BUG == 2
  if (!accept(reader, ':')) return NULL;
  struct json *value = read_value(reader);
#else
  struct json *value = accept(reader, ':') ? read_value(reader) : NULL;
#endif
  if (value == NULL) {
    free(name);
    return NULL;
  }
  value->name = name;
  return value;
}

/* The elements up to the bracket that closes; the one that opens has been read. */
static struct json *read_elements(struct reader *reader, enum json_kind kind, char closing) {
  struct json *value = new_value(kind);
  if (value == NULL || accept(reader, closing)) return value;
  struct json **last = &value->first;
  do {
    *last = read_element(reader, kind);
    if (*last == NULL) {
      json_free(value);
      return NULL;
    }
    last = &(*last)->next;
  } while (accept(reader, ','));
  if (accept(reader, closing)) return value;
  json_free(value);
  return NULL;
}

static struct json *read_value(struct reader *reader) {
  struct json *value = NULL;
  if (reader->depth == DEEPEST) return NULL;
  reader->depth++;
  if (accept(reader, '[')) {
    value = read_elements(reader, JSON_ARRAY, ']');
  } else if (accept(reader, '{')) {
    value = read_elements(reader, JSON_OBJECT, '}');
  } else if (*reader->next == '"') {
    char *text = read_text(reader);
    if (text != NULL) {
      value = new_value(JSON_TEXT);
      if (value != NULL) {
        value->text = text;
      } else {
        free(text);
      }
    }
  } else if (*reader->next == '-' || (*reader->next >= '0' && *reader->next <= '9')) {
    value = read_number(reader);
  } else {
    value = read_word(reader);
  }
  reader->depth--;
  return value;
}

struct json *json_read(const char *text) {
  struct reader reader = {text, 0};
  struct json *value = read_value(&reader);
  skip_blanks(&reader);
  if (value == NULL || *reader.next == '\0') return value;
  json_free(value);
  return NULL;
}
