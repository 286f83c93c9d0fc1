/* Values of JSON as trees on the heap. Numbers are integers; texts have the escapes \" \\ \/ \n and \t. */
#ifndef JSON_H
#define JSON_H

#include <stddef.h>

enum json_kind { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_TEXT, JSON_ARRAY, JSON_OBJECT };

struct json {
  enum json_kind kind;
  int number;         /* of a number */
  char *text;         /* of a text */
  struct json *first; /* of an array or an object */
  struct json *next;  /* in the same array or object */
  char *name;         /* within an object */
};

/* The value that a text is, or the null pointer: the text is wrong, or there is no memory. */
struct json *json_read(const char *text);
void json_free(struct json *value);
size_t json_size(const struct json *value);

#endif
