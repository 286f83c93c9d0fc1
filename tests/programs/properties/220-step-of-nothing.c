// EXPECT: false by flow:termination because its state is that where the cycle begins
// PROPERTY: termination
/* Lines are commands; one of them counts in steps that may be zero. */
typedef struct file FILE;
extern FILE *stdin;
extern char *fgets(char *, int, FILE *);
extern int strncmp(const char *, const char *, unsigned long);
extern int atoi(const char *);
int main(void) {
  char line[16];
  int lines = 0;
  while (lines < 3 && fgets(line, sizeof line, stdin)) {
    lines++;
    if (strncmp(line, "by ", 3) != 0) continue;
    int step = atoi(line + 3);
    if (step < 0 || step > 50) continue;
    for (int at = 0; at < 100; at += step) lines++;
    lines = 0;
  }
  return 0;
}
