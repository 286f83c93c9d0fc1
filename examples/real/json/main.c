/* Reads a line of JSON from standard input, and prints how many values it has. */
#include "json.h"

#include <stdio.h>
#include <stdlib.h>

enum { LINE = 16 };

int main(void) {
  char line[LINE];
  if (fgets(line, sizeof line, stdin) == NULL) return EXIT_FAILURE;
  struct json *value = json_read(line);
  if (value == NULL) {
    puts("this is not JSON");
    return EXIT_FAILURE; /* FAILS: 2 */
  }
  printf("%zu values\n", json_size(value));
  json_free(value);
  return EXIT_SUCCESS; /* FAILS: 2 */
}
