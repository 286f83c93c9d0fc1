/* Bytes and texts (C11 7.24, 7.4, POSIX), in the C locale. */

static void *copy(void *to, const void *from, size_t size) {
  void *at = to;
  __asm__ volatile("rep movsb" : "+D"(at), "+S"(from), "+c"(size) : : "memory");
  return to;
}

static void *move(void *to, const void *from, size_t size) {
  if ((size_t)to <= (size_t)from) return copy(to, from, size);
  for (size_t at = size; at > 0; at--) ((byte *)to)[at - 1] = ((const byte *)from)[at - 1];
  return to;
}

static void *fill(void *to, int value, size_t size) {
  void *at = to;
  __asm__ volatile("rep stosb" : "+D"(at), "+c"(size) : "a"(value) : "memory");
  return to;
}

static size_t length_within(const char *text, size_t most) {
  size_t size = 0;
  while (size < most && text[size]) size++;
  return size;
}

static size_t length(const char *text) { return length_within(text, (size_t)-1); }

static int is_within(int letter, int first, int last) { return letter >= first && letter <= last; }

static int lower(int letter) { return is_within(letter, 'A', 'Z') ? letter - 'A' + 'a' : letter; }

static int upper(int letter) { return is_within(letter, 'a', 'z') ? letter - 'a' + 'A' : letter; }

static int is_space(int letter) { return letter == ' ' || is_within(letter, '\t', '\r'); }

static int difference(const void *a, const void *b, size_t most, int ends, int folded) {
  const byte *left = a, *right = b;
  for (size_t at = 0; at < most; at++) {
    int x = folded ? lower(left[at]) : left[at], y = folded ? lower(right[at]) : right[at];
    if (x != y) return x - y;
    if (ends && !x) return 0;
  }
  return 0;
}

static char *place_of(const char *text, int letter) {
  for (;; text++) {
    if (*text == (char)letter) return (char *)text;
    if (!*text) return NULL;
  }
}

static size_t span(const char *text, const char *set, int wanted) {
  size_t size = 0;
  while (text[size] && !place_of(set, text[size]) == !wanted) size++;
  return size;
}

PUBLIC void *memcpy(void *restrict to, const void *restrict from, size_t size) { return copy(to, from, size); }

PUBLIC void *mempcpy(void *restrict to, const void *restrict from, size_t size) {
  return (byte *)copy(to, from, size) + size;
}

PUBLIC void *memmove(void *to, const void *from, size_t size) { return move(to, from, size); }

PUBLIC void *memset(void *to, int value, size_t size) { return fill(to, value, size); }

PUBLIC int memcmp(const void *a, const void *b, size_t size) { return difference(a, b, size, 0, 0); }

PUBLIC int bcmp(const void *a, const void *b, size_t size) { return difference(a, b, size, 0, 0); }

PUBLIC void bzero(void *to, size_t size) { fill(to, 0, size); }

PUBLIC void bcopy(const void *from, void *to, size_t size) { move(to, from, size); }

PUBLIC void *memchr(const void *in, int value, size_t size) {
  for (const byte *at = in; size > 0; at++, size--)
    if (*at == (byte)value) return (void *)at;
  return NULL;
}

PUBLIC void *memrchr(const void *in, int value, size_t size) {
  for (const byte *at = (const byte *)in + size; size > 0; size--)
    if (*--at == (byte)value) return (void *)at;
  return NULL;
}

PUBLIC void *memccpy(void *restrict to, const void *restrict from, int value, size_t size) {
  for (size_t at = 0; at < size; at++) {
    ((byte *)to)[at] = ((const byte *)from)[at];
    if (((const byte *)from)[at] == (byte)value) return (byte *)to + at + 1;
  }
  return NULL;
}

PUBLIC size_t strlen(const char *text) { return length(text); }

PUBLIC size_t strnlen(const char *text, size_t most) { return length_within(text, most); }

PUBLIC char *strcpy(char *restrict to, const char *restrict from) { return copy(to, from, length(from) + 1); }

PUBLIC char *stpcpy(char *restrict to, const char *restrict from) {
  size_t size = length(from);
  return (char *)copy(to, from, size + 1) + size;
}

PUBLIC char *strncpy(char *restrict to, const char *restrict from, size_t size) {
  size_t copied = length_within(from, size);
  fill(to + copied, 0, size - copied);
  return copy(to, from, copied);
}

PUBLIC char *stpncpy(char *restrict to, const char *restrict from, size_t size) {
  size_t copied = length_within(from, size);
  fill(to + copied, 0, size - copied);
  return (char *)copy(to, from, copied) + copied;
}

PUBLIC char *strcat(char *restrict to, const char *restrict from) {
  copy(to + length(to), from, length(from) + 1);
  return to;
}

PUBLIC char *strncat(char *restrict to, const char *restrict from, size_t most) {
  size_t before = length(to), size = length_within(from, most);
  copy(to + before, from, size);
  to[before + size] = 0;
  return to;
}

PUBLIC int strcmp(const char *a, const char *b) { return difference(a, b, (size_t)-1, 1, 0); }

PUBLIC int strncmp(const char *a, const char *b, size_t most) { return difference(a, b, most, 1, 0); }

PUBLIC int strcoll(const char *a, const char *b) { return difference(a, b, (size_t)-1, 1, 0); }

PUBLIC int strcasecmp(const char *a, const char *b) { return difference(a, b, (size_t)-1, 1, 1); }

PUBLIC int strncasecmp(const char *a, const char *b, size_t most) { return difference(a, b, most, 1, 1); }

PUBLIC size_t strxfrm(char *restrict to, const char *restrict from, size_t size) {
  size_t needed = length(from);
  copy(to, from, needed < size ? needed + 1 : size);
  return needed;
}

PUBLIC char *strchr(const char *text, int letter) { return place_of(text, letter); }

PUBLIC char *index(const char *text, int letter) { return place_of(text, letter); }

PUBLIC char *strchrnul(const char *text, int letter) {
  char *found = place_of(text, letter);
  return found ? found : (char *)text + length(text);
}

static char *last_place_of(const char *text, int letter) {
  for (size_t at = length(text) + 1; at > 0; at--)
    if (text[at - 1] == (char)letter) return (char *)text + at - 1;
  return NULL;
}

PUBLIC char *strrchr(const char *text, int letter) { return last_place_of(text, letter); }

PUBLIC char *rindex(const char *text, int letter) { return last_place_of(text, letter); }

PUBLIC size_t strspn(const char *text, const char *set) { return span(text, set, 1); }

PUBLIC size_t strcspn(const char *text, const char *set) { return span(text, set, 0); }

PUBLIC char *strpbrk(const char *text, const char *set) {
  const char *found = text + span(text, set, 0);
  return *found ? (char *)found : NULL;
}

static char *text_within(const char *text, const char *wanted, int folded) {
  size_t size = length(wanted);
  for (;; text++) {
    if (!difference(text, wanted, size, 1, folded)) return (char *)text;
    if (!*text) return NULL;
  }
}

PUBLIC char *strstr(const char *text, const char *wanted) { return text_within(text, wanted, 0); }

PUBLIC char *strcasestr(const char *text, const char *wanted) { return text_within(text, wanted, 1); }

PUBLIC void *memmem(const void *in, size_t size, const void *wanted, size_t wanted_size) {
  for (const byte *at = in; size >= wanted_size; at++, size--)
    if (!difference(at, wanted, wanted_size, 0, 0)) return (void *)at;
  return NULL;
}

static char *next_token(char *text, const char *set, char **rest) {
  text = text ? text : *rest;
  text += span(text, set, 1);
  char *end = text + span(text, set, 0);
  *rest = *end ? end + 1 : end;
  if (end == text) return NULL;
  *end = 0;
  return text;
}

PUBLIC char *strtok_r(char *restrict text, const char *restrict set, char **restrict rest) {
  return next_token(text, set, rest);
}

PUBLIC char *strtok(char *restrict text, const char *restrict set) {
  static char *rest = "";
  return next_token(text, set, &rest);
}

PUBLIC char *strsep(char **restrict rest, const char *restrict set) {
  char *text = *rest;
  if (!text) return NULL;
  char *end = text + span(text, set, 0);
  *rest = *end ? end + 1 : NULL;
  *end = 0;
  return text;
}

PUBLIC int tolower(int letter) { return lower(letter); }

PUBLIC int toupper(int letter) { return upper(letter); }

PUBLIC int toascii(int letter) { return letter & 127; }

PUBLIC int isascii(int letter) { return is_within(letter, 0, 127); }

/* Any number but zero says yes. Which one is the choice of glibc, which programs may rest on. */
enum {
  BLANK = 1,
  CONTROL = 2,
  PUNCTUATION = 4,
  ALPHANUMERIC = 8,
  UPPER = 256,
  LOWER = 512,
  ALPHABETIC = 1024,
  DIGIT = 2048,
  HEXADECIMAL = 4096,
  SPACE = 8192,
  PRINTABLE = 16384,
  GRAPHIC = 32768
};

static int is_alphanumeric(int letter) {
  return is_within(letter, '0', '9') || is_within(lower(letter), 'a', 'z');
}

PUBLIC int isdigit(int letter) { return is_within(letter, '0', '9') ? DIGIT : 0; }

PUBLIC int islower(int letter) { return is_within(letter, 'a', 'z') ? LOWER : 0; }

PUBLIC int isupper(int letter) { return is_within(letter, 'A', 'Z') ? UPPER : 0; }

PUBLIC int isalpha(int letter) { return is_within(lower(letter), 'a', 'z') ? ALPHABETIC : 0; }

PUBLIC int isalnum(int letter) { return is_alphanumeric(letter) ? ALPHANUMERIC : 0; }

PUBLIC int isxdigit(int letter) {
  return is_within(letter, '0', '9') || is_within(lower(letter), 'a', 'f') ? HEXADECIMAL : 0;
}

PUBLIC int isspace(int letter) { return is_space(letter) ? SPACE : 0; }

PUBLIC int isblank(int letter) { return letter == ' ' || letter == '\t' ? BLANK : 0; }

PUBLIC int iscntrl(int letter) { return is_within(letter, 0, 31) || letter == 127 ? CONTROL : 0; }

PUBLIC int isprint(int letter) { return is_within(letter, 32, 126) ? PRINTABLE : 0; }

PUBLIC int isgraph(int letter) { return is_within(letter, 33, 126) ? GRAPHIC : 0; }

PUBLIC int ispunct(int letter) { return is_within(letter, 33, 126) && !is_alphanumeric(letter) ? PUNCTUATION : 0; }
