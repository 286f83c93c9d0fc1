/* Uses of the C library on many inputs, whose results are printed: the same with every library that is right.
   What the standard leaves open (the size of strcmp's result, the sign of fmax's zero) is not printed. */

typedef __SIZE_TYPE__ size_t;
typedef unsigned long long dword;

extern int *__errno_location(void);
extern long write(int, const void *, size_t);
extern void exit(int);
extern int atexit(void (*)(void));
extern void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t), *aligned_alloc(size_t, size_t);
extern int posix_memalign(void **, size_t, size_t);
extern void free(void *);
extern size_t malloc_usable_size(void *);
extern void *memcpy(void *, const void *, size_t), *memmove(void *, const void *, size_t), *memset(void *, int, size_t);
extern void *memchr(const void *, int, size_t), *mempcpy(void *, const void *, size_t);
extern void *memrchr(const void *, int, size_t), *memccpy(void *, const void *, int, size_t);
extern void *memmem(const void *, size_t, const void *, size_t);
extern int memcmp(const void *, const void *, size_t), bcmp(const void *, const void *, size_t);
extern void bzero(void *, size_t), bcopy(const void *, void *, size_t);
extern size_t strlen(const char *), strnlen(const char *, size_t), strspn(const char *, const char *);
extern size_t strcspn(const char *, const char *), strxfrm(char *, const char *, size_t);
extern char *strcpy(char *, const char *), *strncpy(char *, const char *, size_t), *strcat(char *, const char *);
extern char *strncat(char *, const char *, size_t), *stpcpy(char *, const char *);
extern char *stpncpy(char *, const char *, size_t);
extern char *strchr(const char *, int), *strrchr(const char *, int), *strstr(const char *, const char *);
extern char *strcasestr(const char *, const char *), *strchrnul(const char *, int), *index(const char *, int);
extern char *rindex(const char *, int), *strpbrk(const char *, const char *), *strtok(char *, const char *);
extern char *strtok_r(char *, const char *, char **), *strsep(char **, const char *), *strdup(const char *);
extern char *strndup(const char *, size_t);
extern int strcmp(const char *, const char *), strncmp(const char *, const char *, size_t);
extern int strcoll(const char *, const char *), strcasecmp(const char *, const char *);
extern int strncasecmp(const char *, const char *, size_t);
extern long strtol(const char *, char **, int), atol(const char *), labs(long);
extern long long strtoll(const char *, char **, int), atoll(const char *), llabs(long long);
extern unsigned long strtoul(const char *, char **, int);
extern dword strtoull(const char *, char **, int);
extern int atoi(const char *), abs(int), ffs(int), ffsl(long), ffsll(long long), rand(void);
extern long random(void);
extern void srand(unsigned);
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
extern void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
extern int snprintf(char *, size_t, const char *, ...), sprintf(char *, const char *, ...), printf(const char *, ...);
extern int sscanf(const char *, const char *, ...), scanf(const char *, ...), getchar(void), puts(const char *);
extern int asprintf(char **, const char *, ...), putchar(int);
extern int ungetc(int, void *), feof(void *);
extern char *fgets(char *, int, void *), *getenv(const char *);
extern void *stdin, *stdout;
extern int vsnprintf(char *, size_t, const char *, __builtin_va_list), vprintf(const char *, __builtin_va_list);
extern int fprintf(void *, const char *, ...), fputs(const char *, void *), fputc(int, void *), fgetc(void *);
extern int fflush(void *), fileno(void *), ferror(void *), setvbuf(void *, char *, int, size_t);
extern size_t fwrite(const void *, size_t, size_t, void *), fread(void *, size_t, size_t, void *);
extern void *reallocarray(void *, size_t, size_t);
extern long long strtoimax(const char *, char **, int);
extern dword strtoumax(const char *, char **, int);
extern int getpid(void), getppid(void);
extern long time(long *), clock(void);
extern int fesetround(int), fegetround(void);

/* --- printing, without the library --- */

static char buffer[1 << 16];
static size_t used;

static void flush(void) {
  for (size_t at = 0; at < used;) at += (size_t)write(1, buffer + at, used - at);
  used = 0;
}

static void say(const char *text) {
  for (; *text; text++) {
    if (used == sizeof buffer) flush();
    buffer[used++] = *text;
  }
}

static void number(dword value) {
  char text[24], *start = text + sizeof text;
  *--start = 0;
  do *--start = "0123456789abcdef"[value & 15];
  while (value >>= 4);
  say(" ");
  say(start);
}

static void bytes(const void *from, size_t size) {
  for (size_t at = 0; at < size; at++) number(((const unsigned char *)from)[at]);
}

static void text(const char *shown) {
  say(" \"");
  say(shown ? shown : "(null)");
  say("\"");
}

static void error(void) {
  number((dword)*__errno_location());
  *__errno_location() = 0;
}

static void place(const void *found, const void *in) { number(found ? (size_t)found - (size_t)in + 1 : 0); }

static void sign(int order) { say(order < 0 ? " <" : order > 0 ? " >" : " ="); }

static void truth(int holds) { say(holds ? " yes" : " no"); }

static void begin(const char *what) {
  say("\n");
  say(what);
}

/* --- inputs --- */

static dword state = 88172645463325252ULL;

static dword any(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

static unsigned below(unsigned most) { return (unsigned)(any() >> 20) % most; }

/* Numbers of all sizes, of both signs, and those next to powers of two. */
static dword some(void) {
  dword value = any() >> below(64);
  if (below(3) == 0) value = ((dword)1 << below(64)) + below(5) - 2;
  return below(2) ? value : -value;
}

static void some_text(char *to, size_t most, const char *letters) {
  size_t size = below((unsigned)most), count = 0;
  while (letters[count]) count++;
  for (size_t at = 0; at < size; at++) to[at] = letters[below((unsigned)count)];
  to[size] = 0;
}

/* --- texts --- */

static void uses_of_texts(void) {
  for (int round = 0; round < 400; round++) {
    char a[40] = "", b[40] = "", c[100];
    some_text(a, 12, "aAbB -\xe4");
    some_text(b, round % 2 ? 4 : 12, "aAbB -\xe4");
    int letter = "aAbB -\xe4"[below(8)];
    size_t size = below(14);
    begin("texts"), text(a), text(b), number((unsigned char)letter), number(size);
    number(strlen(a)), number(strnlen(a, size)), number(strspn(a, b)), number(strcspn(a, b));
    sign(strcmp(a, b)), sign(strncmp(a, b, size)), sign(strcoll(a, b)), sign(strcasecmp(a, b));
    sign(strncasecmp(a, b, size)), sign(memcmp(a, b, 3)), truth(bcmp(a, b, 3));
    place(strchr(a, letter), a), place(strrchr(a, letter), a), place(strstr(a, b), a), place(strcasestr(a, b), a);
    place(strchrnul(a, letter), a), place(index(a, letter), a), place(rindex(a, letter), a), place(strpbrk(a, b), a);
    place(memchr(a, letter, size), a), place(memrchr(a, letter, size), a), place(memmem(a, strlen(a), b, strlen(b)), a);
    memset(c, '.', sizeof c), strcpy(c, a), strcat(c, b), text(c), bytes(c, 30);
    memset(c, '.', sizeof c), place(stpcpy(c, a), c), strncat(c, b, size), bytes(c, 30);
    memset(c, '.', sizeof c), place(strncpy(c, a, size), c), bytes(c, 16);
    memset(c, '.', sizeof c), place(stpncpy(c, a, size), c), bytes(c, 16);
    memset(c, '.', sizeof c), number(strxfrm(c, a, size)), text(strlen(a) < size ? c : "");
    memset(c, '.', sizeof c), place(memccpy(c, a, letter, strlen(a)), c), place(mempcpy(c + 20, b, 3), c), bytes(c, 24);
    strcpy(c, a), memmove(c + 2, c, 10), c[12] = 0, bytes(c + 2, 10), memmove(c, c + 1, 9), bytes(c, 9);
    bcopy(a, c, 5), bzero(c + 2, 2), bytes(c, 5);
    char *copied = strdup(a), *part = strndup(a, size), *rest = c, *token;
    text(copied), text(part), free(copied), free(part);
    strcpy(c, a);
    for (token = strtok(c, b); token; token = strtok(0, b)) text(token);
    strcpy(c, a);
    for (token = strtok_r(c, b, &rest); token; token = strtok_r(0, b, &rest)) text(token);
    strcpy(c, a), rest = c;
    while (rest) text(strsep(&rest, b));
  }
}

#define LETTERS(F)                                                                                                     \
  extern int F(int);                                                                                                   \
  static void use_##F(void) {                                                                                          \
    begin(#F);                                                                                                         \
    for (int letter = -1; letter < 256; letter++) number((dword)F(letter));                                           \
  }
LETTERS(isalnum) LETTERS(isalpha) LETTERS(isblank) LETTERS(iscntrl) LETTERS(isdigit) LETTERS(isgraph) LETTERS(islower)
LETTERS(isprint) LETTERS(ispunct) LETTERS(isspace) LETTERS(isupper) LETTERS(isxdigit) LETTERS(isascii)

extern int tolower(int), toupper(int), toascii(int);

static void uses_of_letters(void) {
  use_isalnum(), use_isalpha(), use_isblank(), use_iscntrl(), use_isdigit(), use_isgraph(), use_islower();
  use_isprint(), use_ispunct(), use_isspace(), use_isupper(), use_isxdigit(), use_isascii();
  begin("letters");
  for (int letter = -1; letter < 256; letter++) {
    number((dword)tolower(letter)), number((dword)toupper(letter)), number((dword)toascii(letter));
  }
}

/* --- numbers --- */

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;
extern div_t div(int, int);
extern ldiv_t ldiv(long, long);
extern lldiv_t lldiv(long long, long long);

static void uses_of_integers(void) {
  for (int round = 0; round < 1000; round++) {
    dword a = some(), b = some();
    volatile long long x = (long long)a, y = (long long)b;
    begin("integers"), number(a), number(b);
    if (b) number(a / b), number(a % b);
    if (b && !(b + 1 == 0)) number((dword)(x / y)), number((dword)(x % y));
    number((dword)__builtin_popcountll(a)), number((dword)__builtin_popcount((unsigned)a));
    number((dword)__builtin_parityll(a)), number((dword)__builtin_parity((unsigned)a)), number((dword)ffs((int)a));
    number((dword)ffsl((long)a)), number((dword)ffsll(x)), number((dword)__builtin_clrsbll(x));
    if (a) number((dword)__builtin_clzll(a)), number((dword)__builtin_ctzll(a));
    number((dword)abs((int)x)), number((dword)labs((long)x)), number((dword)llabs(x));
    if (y && y + 1) {
      lldiv_t wide = lldiv(x, y);
      number((dword)wide.quot), number((dword)wide.rem);
    }
    if ((int)y && (int)y + 1) {
      div_t narrow = div((int)x, (int)y);
      ldiv_t medium = ldiv((long)(int)x, (long)(int)y);
      number((dword)narrow.quot), number((dword)narrow.rem), number((dword)medium.quot), number((dword)medium.rem);
    }
  }
}

static void uses_of_digits(void) {
  static const int bases[] = {0, 10, 16, 8, 2, 36, 7, 1, 37, -1};
  for (int round = 0; round < 1500; round++) {
    char a[40], *end = 0;
    int base = bases[round % 10];
    switch (round % 3) {
    case 0: some_text(a, 14, " +-0xX19afzZ\t"); break;
    case 1: some_text(a, 30, "0123456789"); break;
    default: a[0] = "+- 0"[below(4)], some_text(a + 1, 24, "0x123456789abcdef");
    }
    begin("digits"), text(a), number((dword)base), error();
    number((dword)strtol(a, &end, base)), place(end, a), error();
    number(strtoul(a, &end, base)), place(end, a), error();
    number((dword)strtoll(a, &end, base)), place(end, a), error();
    number(strtoull(a, &end, base)), place(end, a), error();
    number((dword)atol(a)), number((dword)atoll(a)), number((dword)atoi(a)), error();
  }
}

static void uses_of_chance(void) {
  begin("chance");
  for (int round = 0; round < 100; round++) number((dword)rand());
  for (unsigned seed = 0; seed < 40; seed++) {
    srand(seed < 20 ? seed : (unsigned)any());
    number((dword)rand()), number((dword)random()), number((dword)rand());
  }
}

/* --- floating values --- */

#define FUNCTIONS(TYPE, S)                                                                                             \
  extern TYPE fabs##S(TYPE), floor##S(TYPE), ceil##S(TYPE), trunc##S(TYPE), rint##S(TYPE), nearbyint##S(TYPE);         \
  extern TYPE round##S(TYPE), sqrt##S(TYPE), fmod##S(TYPE, TYPE), remainder##S(TYPE, TYPE), fmax##S(TYPE, TYPE);       \
  extern TYPE fmin##S(TYPE, TYPE), fdim##S(TYPE, TYPE), ldexp##S(TYPE, int), scalbn##S(TYPE, int);                     \
  extern TYPE scalbln##S(TYPE, long), frexp##S(TYPE, int *), modf##S(TYPE, TYPE *), logb##S(TYPE);                     \
  extern TYPE copysign##S(TYPE, TYPE);                                                                                 \
  extern int ilogb##S(TYPE), __isnan##S(TYPE), __isinf##S(TYPE), __finite##S(TYPE), __signbit##S(TYPE);                \
  extern int __fpclassify##S(TYPE);                                                                                    \
  extern long lrint##S(TYPE), lround##S(TYPE);                                                                         \
  extern long long llrint##S(TYPE), llround##S(TYPE);                                                                  \
  static void show##S(TYPE x) {                                                                                        \
    if (x != x) say(" nan");                                                                                           \
    else bytes(&x, sizeof x > 10 || sizeof x == 12 ? 10 : sizeof x);                                                   \
  }                                                                                                                    \
  static void magnitude##S(TYPE x) { show##S(x == 0 ? 0 : x); }                                                        \
  static void use##S(TYPE x, TYPE y, int exponent) {                                                                   \
    int power = 0;                                                                                                     \
    TYPE whole = 0;                                                                                                    \
    begin("floating" #S), show##S(x), show##S(y), number((dword)exponent), error();                                    \
    show##S(fabs##S(x)), show##S(floor##S(x)), show##S(ceil##S(x)), show##S(trunc##S(x)), show##S(rint##S(x));         \
    show##S(nearbyint##S(x)), show##S(round##S(x)), show##S(copysign##S(x, y)), error();                               \
    show##S(sqrt##S(x)), error(), show##S(fmod##S(x, y)), error(), show##S(remainder##S(x, y)), error();               \
    magnitude##S(fmax##S(x, y)), magnitude##S(fmin##S(x, y)), show##S(fdim##S(x, y)), error();                         \
    show##S(ldexp##S(x, exponent)), error(), show##S(scalbn##S(x, exponent)), error();                                 \
    show##S(scalbln##S(x, exponent)), error(), show##S(frexp##S(x, &power)), number((dword)power), error();            \
    show##S(modf##S(x, &whole)), show##S(whole), show##S(logb##S(x)), error(), number((dword)ilogb##S(x)), error();    \
    truth(__isnan##S(x)), sign(__isinf##S(x)), truth(__finite##S(x)), truth(__signbit##S(x));                          \
    number((dword)__fpclassify##S(x));                                                                                 \
    if (x > -0x1p31 && x < 0x1p31 - 1) number((dword)lrint##S(x)), number((dword)lround##S(x));                        \
    if (x > -0x1p63 && x < 0x1p63) number((dword)llrint##S(x)), number((dword)llround##S(x));                          \
    if (x > -1 && x < 0x1p64) number((dword)x);                                                                        \
    error();                                                                                                           \
  }
FUNCTIONS(double, )
FUNCTIONS(float, f)
FUNCTIONS(long double, l)

static double some_double(void) {
  static const double special[] = {0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1, -1, 0x1p52, 0x1p53, 0x1.8p51, 0x1p-1074, 3};
  double value;
  dword pattern = any();
  unsigned kind = below(8);
  if (kind == 0) return special[below(14)];
  if (kind == 1) return kind & pattern ? __builtin_inf() : -__builtin_inf();
  if (kind == 2) return __builtin_nan("");
  if (kind <= 4) return (double)(long long)some() / (double)(1 << below(6));
  if (kind == 5) pattern &= 0x800fffffffffffffULL | (dword)(1023 + below(70) - 5) << 52;
  __builtin_memcpy(&value, &pattern, sizeof value);
  return value + 0; /* no signalling NaN */
}

static float some_float(void) {
  float value;
  unsigned pattern = (unsigned)any();
  if (below(2)) return (float)some_double();
  __builtin_memcpy(&value, &pattern, sizeof value);
  return value + 0; /* no signalling NaN */
}

static long double some_long_double(void) {
  struct { dword digits; unsigned short head; } parts = {any() | (dword)1 << 63, (unsigned short)any()};
  long double value = 0;
  if (below(2)) return some_double();
  if (below(2)) parts.head = (unsigned short)(0x3fff + below(80) - 8);
  if ((parts.head & 0x7fff) == 0x7fff) parts.head = 0x3fff;
  if ((parts.head & 0x7fff) == 0) parts.head = 0x3fff;
  __builtin_memcpy(&value, &parts, 10);
  return value;
}

static void uses_of_floating(void) {
  for (int direction = 0; direction < 4; direction++) {
    begin("rounding"), number((dword)fesetround(direction << 10)), number((dword)fegetround());
    for (int round = 0; round < 250; round++) {
      int exponent = (int)below(5) ? (int)below(200) - 100 : (int)below(40000) - 20000;
      use(some_double(), some_double(), exponent);
      usef(some_float(), some_float(), exponent);
      usel(some_long_double(), some_long_double(), exponent);
      dword wide = some();
      begin("conversions"), number(wide), show((double)wide), showf((float)wide), showl((long double)wide);
      show((double)(long long)wide), showf((float)(long long)wide), showl((long double)(long long)wide);
    }
  }
  fesetround(0);
}

/* --- memory --- */

static void uses_of_memory(void) {
  void *held[64] = {0};
  size_t sizes[64] = {0};
  for (int round = 0; round < 1500; round++) {
    unsigned at = below(64);
    size_t size = below(4) ? below(300) : below(600000);
    unsigned char mark = (unsigned char)(at + 1), *place;
    begin("memory"), number(at), number(size);
    place = held[at];
    for (size_t each = 0; place && each < sizes[at]; each += 97) number(place[each]);
    if (below(3) && held[at] && size) place = realloc(place, size);
    else free(place), place = below(2) ? calloc(size / 8, 8) : malloc(size), size = size / 8 * 8, sizes[at] = 0;
    truth(place != 0), number((size_t)place % 16), truth(malloc_usable_size(place) >= size);
    for (size_t each = 0; each < size && each < sizes[at]; each += 61) number(place[each]);
    memset(place, mark, size);
    held[at] = place, sizes[at] = size;
  }
  void *aligned = 0;
  for (size_t alignment = sizeof(void *); alignment <= 65536; alignment *= 2) {
    begin("alignment"), number(alignment), number((dword)posix_memalign(&aligned, alignment, 100));
    number((size_t)aligned % alignment), memset(aligned, 1, 100), free(aligned);
    aligned = aligned_alloc(alignment, alignment), number((size_t)aligned % alignment), free(aligned);
  }
  volatile size_t most = (size_t)-1;
  begin("no memory"), number((dword)posix_memalign(&aligned, 3, 1)), error();
  truth(malloc(most) != 0), error(), truth(malloc(most / 2 + 1) != 0), error();
  truth(calloc(most / 4, 8) != 0), error();
  truth(calloc(2, most) != 0), error(), truth(malloc(0) != 0), truth(realloc(malloc(5), 0) != 0), error();
  truth(realloc(0, most) != 0), error();
}

static int order(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

static void uses_of_sorting(void) {
  for (int round = 0; round < 60; round++) {
    int items[80], count = (int)below(80), wanted = (int)below(50);
    begin("sorting");
    for (int at = 0; at < count; at++) items[at] = (int)below(50);
    qsort(items, (size_t)count, sizeof *items, order);
    for (int at = 0; at < count; at++) number((dword)items[at]);
    int *found = bsearch(&wanted, items, (size_t)count, sizeof *items, order);
    number((dword)(found ? *found : -1));
  }
}

/* --- formats --- */

static void uses_of_printing(void) {
  for (int round = 0; round < 1500; round++) {
    char format[40] = "<%", shown[300], letter = "diuoxXcspn%"[below(11)], *start = format + 2;
    for (unsigned flags = below(4); flags > 0; flags--) *start++ = "-+ #0"[below(5)];
    if (letter == 'c' || letter == 's' || letter == 'p' || letter == 'n' || letter == '%') start = format + 2;
    if (below(2) && letter != '%' && letter != 'n') {
      if (letter != 's' && below(2)) *start++ = '-';
      *start++ = (char)('1' + below(9)), *start++ = (char)('0' + below(3));
    }
    if (below(2) && letter != 'c' && letter != 'p' && letter != '%' && letter != 'n') {
      *start++ = '.';
      if (below(4)) *start++ = (char)('0' + below(10));
    }
    static const char *const sizes[] = {"", "", "hh", "h", "l", "ll", "j", "z", "t", "q"};
    unsigned size = letter == 'c' || letter == 's' || letter == 'p' || letter == '%' ? 0 : below(10);
    strcpy(start, sizes[size]), start += strlen(start), *start++ = letter, strcpy(start, ">");
    dword value = below(4) ? some() : 0;
    long long stored = -1;
    int room = (int)below(60), count;
    memset(shown, '.', sizeof shown);
    if (letter == 's') count = snprintf(shown, (size_t)room, format, below(9) ? "some text" : (char *)0);
    else if (letter == 'p') count = snprintf(shown, (size_t)room, format, (void *)(size_t)(below(4) ? value : 0));
    else if (letter == 'n') count = snprintf(shown, (size_t)room, format, &stored);
    else if (size == 5 || size == 6 || size == 9) count = snprintf(shown, (size_t)room, format, value);
    else if (size == 4 || size >= 7) count = snprintf(shown, (size_t)room, format, (long)value);
    else if (letter == 'c') count = snprintf(shown, (size_t)room, format, 'a' + (int)(value % 20));
    else count = snprintf(shown, (size_t)room, format, (int)value);
    shown[70] = 0;
    begin("printing"), text(format), number((dword)room), number((dword)count), text(shown), number((dword)stored);
  }
  char shown[200], *made = 0;
  int count = sprintf(shown, "%*d|%-*d|%.*d|%.*s|%5%|%s %i", 7, 1, -5, 2, 4, 3, 2, "abc", "end", -1);
  begin("printing"), number((dword)count), text(shown);
  count = asprintf(&made, "%d %s %llx %d %d %d %d %d", 1, "two", 3ULL << 40, 4, 5, 6, 7, 8);
  begin("printing"), number((dword)count), text(made), free(made);
}

extern double strtod(const char *, char **), atof(const char *);
extern float strtof(const char *, char **);
extern long double strtold(const char *, char **);

static void uses_of_decimals(void) {
  static const char *const ends[] = {
      "", "e", "e+", "e-7", "e30", "e-310", "e400", "E+4", "p3", " ", "x", "e-4940", "e4931",
  };
  static const char *const others[] = {
      "inf", "-Infinity", "infinit", "nan", "-NaN", "0x", "0x.", "0x.p", "+", ".", "-.e3",
  };
  for (int round = 0; round < 1500; round++) {
    char a[500] = "", *end = 0;
    size_t size = 0;
    if (below(20) == 0) strcpy(a, others[below(11)]);
    else if (below(6) == 0) {
      strcpy(a, "-0x1."), some_text(a + 5, 20, "0123456789abcdef"), strcat(a, "p-1070");
    } else if (below(3) == 0) {
      double between = some_double();
      snprintf(a, sizeof a, below(2) ? "%.17g" : "%.40e", between);
    } else some_text(a, below(4) ? 24 : 400, below(3) ? "0123456789" : "0000000001.");
    if (below(2)) size = strlen(a), a[below((unsigned)size + 1)] = '.';
    if (below(2)) strcat(a, ends[below(13)]);
    fesetround((int)below(8) < 5 ? 0 : (int)below(4) << 10);
    begin("decimals"), text(a), error();
    show(strtod(a, &end)), place(end, a), error();
    showf(strtof(a, &end)), place(end, a), error();
    showl(strtold(a, &end)), place(end, a), error();
    show(atof(a)), error();
  }
  for (int round = 0; round < 400; round++) {
    float value;
    unsigned pattern = (unsigned)any() & 0x7fffffff;
    char a[400];
    memcpy(&value, &pattern, sizeof value);
    if (value != value || value - value != 0) continue;
    double half = (double)value * (1 + 0x1p-24);
    snprintf(a, sizeof a, "%.160e", half);
    fesetround((int)below(4) << 10);
    begin("halves"), text(a), showf(strtof(a, 0)), error();
    strcpy(a + strlen(a) - 4, "1e-9"), showf(strtof(a, 0)), error();
  }
  fesetround(0);
}

static void uses_of_printing_decimals(void) {
  for (int round = 0; round < 2500; round++) {
    char format[40] = "<%", shown[600], *start = format + 2;
    for (unsigned flags = below(3); flags > 0; flags--) *start++ = "-+ #0"[below(5)];
    if (below(2)) *start++ = (char)('1' + below(9)), *start++ = (char)('0' + below(3));
    if (below(2)) *start++ = '.', start += snprintf(start, 5, "%u", below(4) ? below(12) : below(400));
    int is_long = below(3) == 0;
    if (is_long) *start++ = 'L';
    *start++ = "feEgGF"[below(6)], strcpy(start, ">");
    double value = below(3) ? some_double() : (double)(int)below(100000) / (double)(1 << below(8));
    long double wide = below(2) ? some_long_double() : (long double)value;
    fesetround((int)below(8) < 5 ? 0 : (int)below(4) << 10);
    int count = is_long ? snprintf(shown, sizeof shown, format, wide) : snprintf(shown, sizeof shown, format, value);
    begin("printing"), text(format), number((dword)count), text(shown);
  }
  fesetround(0);
}

static void uses_of_reading(void) {
  static const char *const formats[] = {
      "%d%n %d",    "%3d%2d%n",   "%i %i%n",    "%x%n%o",      " %u , %u%n", "%hhd%hd%n",  "%ld %ld%n", "%lld%lld%n",
      "%*d %d%n",   "a%db%n%d",   "%d%% %d%n",  "%llx %lli%n", "%4i%4x%n",   "%jd %zd%n", "%1d%1d%n",  "%d,%*1d%d%n",
  };
  for (int round = 0; round < 2500; round++) {
    char given[30];
    dword first = 0x1111, second = 0x2222, third = 0x3333;
    if (round % 2) some_text(given, 20, "0123456789 -+");
    else if (round % 4) some_text(given, 14, "01a -+,%b");
    else strcpy(given, below(2) ? "0x1f " : "-0XA,"), some_text(given + 5, 9, "01a -+,%b");
    const char *format = formats[below(16)];
    int count = sscanf(given, format, &first, &second, &third);
    begin("reading"), text(given), text(format), number((dword)count), number(first), number(second), number(third);
  }
  for (int round = 0; round < 1000; round++) {
    char given[40];
    float first = -1;
    double second = -2;
    long double third = -3;
    some_text(given, 30, round % 2 ? "0123456789.. -" : "0123456789.  ,+");
    if (round % 3 == 0) snprintf(given, sizeof given, "%g %.3e,%g", some_float(), some_double(), 1.5);
    const char *format = round % 3 ? "%f%lf%Lg%n" : "%5e %lf ,%Lf%n";
    if (strstr(given, "n") || strstr(given, "i")) continue;
    int end = 0, count = sscanf(given, format, &first, &second, &third, &end);
    begin("reading"), text(given), number((dword)count), showf(first), show(second), showl(third), number((dword)end);
  }
  static const char *const of_texts[] = {
      "%s%n%s", "%3s%c%n", "%5c%n%s", "%[a-c]%n%s", "%[^ a]%n%c", " %2[]a]%*c%s", "%c%*s %s",
  };
  for (int round = 0; round < 1500; round++) {
    char given[30], a[40] = "......", b[40] = "......", c[40] = "......";
    some_text(given, 20, "abcd ]\t\n");
    const char *format = of_texts[below(7)];
    int count = sscanf(given, format, a, b, c);
    begin("reading"), text(given), text(format), number((dword)count), bytes(a, 24), bytes(b, 24), bytes(c, 24);
  }
}

static int listed(char *to, const char *format, ...) {
  __builtin_va_list list, again;
  __builtin_va_start(list, format);
  __builtin_va_copy(again, list);
  int count = vprintf(format, again) * 1000 + vsnprintf(to, 20, format, list);
  __builtin_va_end(again);
  __builtin_va_end(list);
  return count;
}

static void uses_of_streams(void) {
  char line[20];
  int number_read = 0, count;
  begin("streams"), number((dword)getchar()), number((dword)ungetc('x', stdin)), number((dword)getchar());
  count = scanf("%d", &number_read), number((dword)count), number((dword)number_read);
  number((dword)fgetc(stdin)), number(fread(line, 2, 3, stdin)), bytes(line, 6);
  while (fgets(line, 20, stdin)) text(line);
  truth(feof(stdin)), number((dword)getchar()), count = scanf("%d", &number_read), number((dword)count);
  flush();
  number((dword)printf("printed %d\n", 5)), number((dword)puts("a line")), number((dword)putchar('!'));
  number((dword)setvbuf(stdout, 0, 0, 0)), number((dword)fprintf(stdout, "%s\n", "text"));
  number((dword)listed(line, "%d %s %.2f", 12, "of a list", 1.5)), text(line), number((dword)fputs("a text\n", stdout));
  number((dword)fputc(300, stdout)), number(fwrite("abc", 1, 3, stdout)), number((dword)fflush(stdout));
  number((dword)fileno(stdin)), truth(ferror(stdout));
  number((dword)strtoimax("-77x", 0, 8)), number(strtoumax("77", 0, 0));
  truth(getpid() > 0 && getppid() > 0 && time(0) > 1000000000 && clock() >= 0);
  truth(reallocarray(0, (size_t)-1, 2) != 0), error(), truth(reallocarray(0, 3, 2) != 0);
  truth(getenv("NO_SUCH_VARIABLE") != 0), text(getenv("LC_ALL"));
}

static __thread int of_thread = 5, of_thread_too;
static int constructed;

__attribute__((constructor)) static void construct(void) { constructed = 7; }

__attribute__((destructor)) static void destruct(void) { begin("destructed"), say("\n"), flush(); }

static void last(void) { begin("last"); }

static void next_to_last(void) { begin("next to last"); }

int main(int count, char **arguments) {
  begin("main"), number((dword)count), truth(arguments[count] == 0), number((dword)constructed);
  number((dword)of_thread++), number((dword)of_thread++), number((dword)of_thread_too);
  uses_of_texts(), uses_of_letters(), uses_of_integers(), uses_of_digits(), uses_of_chance(), uses_of_floating();
  uses_of_memory(), uses_of_sorting(), uses_of_printing(), uses_of_decimals();
  uses_of_printing_decimals(), uses_of_reading(), uses_of_streams();
  atexit(last), atexit(next_to_last);
  exit(42);
}
