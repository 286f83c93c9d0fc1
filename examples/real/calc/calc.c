/* A calculator for integers: reads a line from standard input and prints its value.
 *
 *     sum     = product { ("+" | "-") product }
 *     product = factor { ("*" | "/" | "%") factor }
 *     factor  = number | "-" factor | "(" sum ")"
 *
 * The tokenizer turns the text into tokens, one of which is looked at ahead; a function for each rule reads its part and
 * returns the value. The first error is kept, with the column where it was found, and ends the calculation.
 */
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  LINE = 16,       /* characters of a line, with its end */
  DIGITS = 7,      /* of a number */
  MOST_NESTED = 4, /* parentheses and signs around a number */
};

enum kind { NUMBER, PLUS, MINUS, TIMES, DIVIDE, REMAINDER, OPEN, CLOSE, END, UNKNOWN };

struct calculator {
  const char *text;
  size_t position;         /* of the next character */
  enum kind kind;          /* of the token ahead */
  size_t column;           /* where it begins */
  int depth;
  const char *error; /* or the null pointer */
  size_t error_column;
  char digits[DIGITS + 1]; /* the text of the token ahead, if it is a number */
};

static void fail(struct calculator *calculator, const char *error) {
  if (calculator->error != NULL) return;
  calculator->error = error;
  calculator->error_column = calculator->column;
}

static bool is_digit(char character) {
  return character >= '0' && character <= '9';
}

static void read_digits(struct calculator *calculator) {
  size_t length = 0;
  while (is_digit(calculator->text[calculator->position])) {
#if BUG == 1
    if (length > DIGITS) {
#else
    if (length == DIGITS) {
#endif
      fail(calculator, "a number with too many digits");
      break;
    }
    calculator->digits[length++] = calculator->text[calculator->position++];
  }
  calculator->digits[length] = '\0'; /* FAILS: 1 */
}

static enum kind kind_of(char character) {
  static const char characters[] = "+-*/%()";
  static const enum kind kinds[] = {PLUS, MINUS, TIMES, DIVIDE, REMAINDER, OPEN, CLOSE};
  const char *found = strchr(characters, character);
  return found != NULL ? kinds[found - characters] : UNKNOWN;
}

/* Read the next token. */
static void advance(struct calculator *calculator) {
  while (calculator->text[calculator->position] == ' ') calculator->position++;
  calculator->column = calculator->position;
  char character = calculator->text[calculator->position];
  if (character == '\0' || character == '\n') {
    calculator->kind = END;
  } else if (is_digit(character)) {
    calculator->kind = NUMBER;
    read_digits(calculator);
  } else {
    calculator->kind = kind_of(character);
    calculator->position++;
  }
}

static int in_range(struct calculator *calculator, long long value) {
  if (value >= INT_MIN && value <= INT_MAX) return (int)value;
  fail(calculator, "too large a number");
  return 0;
}

static int quotient(struct calculator *calculator, enum kind operator, int left, int right) {
#if BUG == 2
  if (right == 0 && operator == DIVIDE) {
#else
  if (right == 0) {
#endif
    fail(calculator, "division by zero");
    return 0;
  }
  if (right == -1) return operator == DIVIDE ? in_range(calculator, -(long long)left) : 0;
  return operator == DIVIDE ? left / right : left % right; /* FAILS: 2 */
}

static int sum(struct calculator *calculator);

static int factor(struct calculator *calculator) {
  int value = 0;
  if (calculator->depth == MOST_NESTED) {
    fail(calculator, "nested too deeply");
    return 0;
  }
  calculator->depth++;
  if (calculator->kind == NUMBER) {
    value = atoi(calculator->digits);
    advance(calculator);
  } else if (calculator->kind == MINUS) {
    advance(calculator);
    value = in_range(calculator, -(long long)factor(calculator));
  } else if (calculator->kind == OPEN) {
    advance(calculator);
    value = sum(calculator);
    if (calculator->kind == CLOSE) {
      advance(calculator);
    } else {
      fail(calculator, "`)` is missing");
    }
  } else {
    fail(calculator, calculator->kind == END ? "the line ends too early" : "a number should be here");
  }
  calculator->depth--;
  return value;
}

static int product(struct calculator *calculator) {
  int value = factor(calculator);
  while (calculator->error == NULL && calculator->kind >= TIMES && calculator->kind <= REMAINDER) {
    enum kind operator = calculator->kind;
    advance(calculator);
    int right = factor(calculator);
    if (operator == TIMES) {
      value = in_range(calculator, (long long)value * right);
    } else if (calculator->error == NULL) {
      value = quotient(calculator, operator, value, right);
    }
  }
  return value;
}

static int sum(struct calculator *calculator) {
  int value = product(calculator);
  while (calculator->error == NULL && (calculator->kind == PLUS || calculator->kind == MINUS)) {
    enum kind operator = calculator->kind;
    advance(calculator);
    int right = product(calculator);
    value = in_range(calculator, operator == PLUS ? (long long)value + right : (long long)value - right);
  }
  return value;
}

/* The value of a line; without one, the error and where it is. */
static int calculate(struct calculator *calculator, const char *line) {
  memset(calculator, 0, sizeof *calculator);
  calculator->text = line;
  advance(calculator);
  int value = sum(calculator);
  if (calculator->kind != END) fail(calculator, "the line should end here");
  return value;
}

int main(void) {
  struct calculator calculator;
  char line[LINE];
  if (fgets(line, sizeof line, stdin) == NULL) return 0;
  int value = calculate(&calculator, line);
  if (calculator.error != NULL) {
    printf("column %zu: %s\n", calculator.error_column + 1, calculator.error);
  } else {
    printf("%d\n", value);
  }
  return 0;
}
