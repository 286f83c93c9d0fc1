/* Functions that give strings of the environment (C11 7.11.1.1, 7.22.4.6, 7.24.6.2). */

#include "model.h"

/* A text of any length that Linux takes in an environment (`MAX_ARG_STRLEN`). */
char *__coveriflow_text(void) {
  size_t n = 0;
  __coveriflow_any(n, "a text from outside");
  __coveriflow_assumed(n <= 131071);
  char *s = sizeof n == 4 ? __coveriflow_kept(131072) : __coveriflow_kept(n + 1);
  s[n] = 0;
  return s;
}

char *getenv(char *name) {
  static char *found;
  _Bool is_set = 0, again = 0;
  __coveriflow_strlen(name);
  __coveriflow_any(is_set, "getenv");
  __coveriflow_any(again, "getenv");
  if (!is_set) return 0;
  if (!found || !again) found = __coveriflow_text();
  return found;
}

char *strerror(int number) {
  static char *found;
  _Bool again = 0;
  __coveriflow_any(again, "strerror");
  if (!found || !again) found = __coveriflow_text();
  return found;
}

char *setlocale(int category, char *locale) {
  static char *found;
  _Bool fails = 0, again = 0;
  __coveriflow_chosen("the program stays in the locale C");
  __coveriflow_any(fails, "setlocale");
  __coveriflow_any(again, "setlocale");
  if (locale) __coveriflow_strlen(locale);
  if (fails) return 0;
  if (!found || !again) found = __coveriflow_text();
  return found;
}

char *strsignal(int number) {
  static char *found;
  _Bool again = 0;
  __coveriflow_any(again, "strsignal");
  if (!found || !again) found = __coveriflow_text();
  return found;
}

/* With no buffer, it allocates one. Linux knows longer paths than it takes in calls. */
static char *current_folder(char *buffer, size_t size) {
  if (!size || size > 4096) __coveriflow_chosen("the path of the current folder has at most 4095 characters");
  _Bool fails = 0;
  size_t n = 0;
  __coveriflow_any(fails, "getcwd");
  if (fails || (buffer && size < 2)) return 0;
  __coveriflow_any(n, "getcwd");
  __coveriflow_assumed(n >= 1 && n <= 4095);
  if (size && n >= size) return 0;
  char *s = buffer ? buffer : __builtin_malloc(size ? size : n + 1);
  for (size_t i = 0; i < n; i++) {
    char c = 0;
    __coveriflow_any(c, "getcwd");
    __coveriflow_assumed(c != 0 && (i || c == '/'));
    s[i] = c;
  }
  s[n] = 0;
  return s;
}

char *getcwd(char *buffer, size_t size) {
  return current_folder(buffer, size);
}

char *get_current_dir_name(void) {
  return current_folder(0, 0);
}
