/* Options on the command line (POSIX). The GNU library moves them before all other arguments, as it passes over these,
   unless the environment says not to. */

#include "model.h"

struct option {
  char *name;
  int has_arg;
  int *flag;
  int val;
};

char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

/* What is left to read of the current argument. */
static char *rest;

/* Where the arguments begin that were passed over, and where the options behind them do. */
static int passed;
static int behind;

static _Bool begun;
static int unknown;

/* '+': the first other argument ends the options; '-': it is the option 1; 0: it is passed over. */
static char order;

static _Bool is_option(char *argument) {
  return argument[0] == '-' && argument[1];
}

static void move_options(char **arguments) {
  if (passed == behind) passed = behind = optind;
  for (; passed != behind && behind < optind; passed++, behind++) {
    char *option = arguments[behind];
    for (int i = behind; i > passed; i--) arguments[i] = arguments[i - 1];
    arguments[passed] = option;
  }
  behind = optind;
}

static void begin(char *letters) {
  _Bool in_order = 0;
  if (!optind) optind = 1;
  rest = 0;
  passed = behind = optind;
  __coveriflow_any(in_order, "getenv");
  order = letters[0] == '-' || letters[0] == '+' ? letters[0] : in_order ? '+' : 0;
  begun = 1;
}

/* Whether there is an option to read, at `optind`; else what `getopt` gives. */
static int next_option(int count, char **arguments) {
  if (behind > optind) behind = optind;
  if (passed > optind) passed = optind;
  if (!order) {
    move_options(arguments);
    while (optind < count && !is_option(arguments[optind])) optind++;
    behind = optind;
  }
  if (optind != count && arguments[optind][0] == '-' && arguments[optind][1] == '-' && !arguments[optind][2]) {
    optind++;
    move_options(arguments);
    optind = behind = count;
  }
  if (optind == count) {
    if (passed != behind) optind = passed;
    return -1;
  }
  if (!is_option(arguments[optind])) {
    if (order == '+') return -1;
    optarg = arguments[optind];
    optind++;
    return 1;
  }
  rest = arguments[optind] + 1;
  return 0;
}

/* The argument at `optind` is not read any further: `number` is what is wrong with it. */
static int refused(int number) {
  rest = 0;
  optind++;
  optopt = unknown = number;
  return '?';
}

static int letter_of(int count, char **arguments, char *letters) {
  char letter = *rest;
  rest++;
  if (!*rest) optind++;
  char *known = letters;
  while (*known && *known != letter) known++;
  if (!*known || letter == ':' || letter == ';') {
    optopt = unknown = letter;
    return '?';
  }
  if (known[1] != ':') return letter;
  if (*rest || known[2] == ':') {
    if (*rest) {
      optarg = rest;
      optind++;
    }
  } else if (optind == count) {
    optopt = unknown = letter;
    letter = letters[0] == ':' ? ':' : '?';
  } else {
    optarg = arguments[optind];
    optind++;
  }
  rest = 0;
  return letter;
}

/* Whether an option may be told by the text at `rest`, up to its end or a `=`: 2 if that is all of its name. */
static int is_called(char *name) {
  size_t i = 0;
  while (rest[i] && rest[i] != '=') {
    if (name[i] != rest[i]) return 0;
    i++;
  }
  return name[i] ? 1 : 2;
}

/* The option that `rest` begins, or which alone has the meaning of all that it begins: its number, else -1. */
static int name_of(struct option *names) {
  int found = -1;
  _Bool several = 0;
  for (int i = 0; names[i].name; i++) {
    int called = is_called(names[i].name);
    if (called == 2) return i;
    if (!called) continue;
    if (found < 0)
      found = i;
    else if (names[i].has_arg != names[found].has_arg || names[i].flag != names[found].flag ||
             names[i].val != names[found].val)
      several = 1;
  }
  return several ? -1 : found;
}

/* The long option at `rest`. */
static int long_option(int count, char **arguments, char *letters, struct option *names, int *index) {
  int number = name_of(names);
  if (number < 0) return refused(0);
  struct option *option = names + number;
  char *value = rest;
  while (*value && *value != '=') value++;
  if (*value && !option->has_arg) return refused(option->val);
  optind++;
  rest = 0;
  if (*value)
    optarg = value + 1;
  else if (option->has_arg == 1) {
    if (optind >= count) {
      optopt = unknown = option->val;
      return letters[0] == ':' ? ':' : '?';
    }
    optarg = arguments[optind];
    optind++;
  }
  if (index) *index = number;
  if (!option->flag) return option->val;
  *option->flag = option->val;
  return 0;
}

int __coveriflow_option(int count, char **arguments, char *letters, struct option *names, int *index) {
  if (count < 1) return -1;
  optarg = 0;
  optopt = unknown;
  if (!optind || !begun) begin(letters);
  if (letters[0] == '-' || letters[0] == '+') letters++;
  if (rest && *rest) return letter_of(count, arguments, letters);
  int found = next_option(count, arguments);
  if (found) return found;
  if (!names || *rest != '-') return letter_of(count, arguments, letters);
  rest++;
  return long_option(count, arguments, letters, names, index);
}

int getopt(int count, char **arguments, char *letters) {
  return __coveriflow_option(count, arguments, letters, (struct option *)0, (int *)0);
}

int getopt_long(int count, char **arguments, char *letters, struct option *names, int *index) {
  for (char *each = letters; *each; each++)
    if (each[0] == 'W' && each[1] == ';') __coveriflow_unsupported("the option -W of getopt_long");
  return __coveriflow_option(count, arguments, letters, names, index);
}
