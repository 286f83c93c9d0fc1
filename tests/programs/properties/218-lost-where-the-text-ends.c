// EXPECT: false by flow:bmc because is lost
// PROPERTY: memory-safety
//
// The line ends with the text, and not because reading fails: the execution is one of the program.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char line[4];
  if (!fgets(line, 4, stdin)) return 0;
  if (line[0] == '{' && line[1] == 0) {
    char *lost = malloc(4);
    line[0] = lost != 0;
  }
  return line[0] == 7;
}
