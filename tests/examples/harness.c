/* Runs an example program on the inputs of each line of standard input, and prints one line for each:
 *
 *     outcome  value  decisions
 *
 * outcome: done, error (reach_error was called), abort, or exhausted (it asks for more inputs than the line has).
 * value: what CALL returned, where the harness was compiled with -DCALL=... -DDECLARATION=...; else main's value.
 * decisions: T or F for each `if` and `while` that was evaluated (decisions.h), in order; - if none was.
 */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INPUTS = 4096, MOST_DECISIONS = 4000000 };

static long long inputs[MOST_INPUTS];
static int given, taken, decisions;
static char path[MOST_DECISIONS + 1];
static char line[64 * MOST_INPUTS];
static jmp_buf end;

static long long input(void) {
  if (taken == given) longjmp(end, 3);
  return inputs[taken++];
}

int __VERIFIER_nondet_int(void) { return (int)input(); }
unsigned int __VERIFIER_nondet_uint(void) { return (unsigned int)input(); }
void reach_error(void) { longjmp(end, 1); }
void program_abort(void) { longjmp(end, 2); }

int decided(int condition) {
  if (decisions == MOST_DECISIONS) exit(3);
  path[decisions++] = condition ? 'T' : 'F';
  return condition;
}

#ifdef CALL
static long long at(int index) { return inputs[index]; } /* for CALL: the order of arguments' evaluation is open */
DECLARATION;
#else
int program_main(void);
#define CALL program_main()
#endif

int main(void) {
  static const char *outcomes[] = {"done", "error", "abort", "exhausted"};
  while (fgets(line, sizeof line, stdin)) {
    static long long value;
    given = taken = decisions = 0;
    value = 0;
    for (char *word = strtok(line, " \n"); word && given < MOST_INPUTS; word = strtok(NULL, " \n"))
      inputs[given++] = strtoll(word, NULL, 10);
    int outcome = setjmp(end);
    if (outcome == 0) value = CALL;
    path[decisions] = '\0';
    printf("%s %lld %s\n", outcomes[outcome], value, decisions ? path : "-");
  }
  return 0;
}
