// EXPECT: returns 0
// HIDDEN: 97 10 98 99 -1 0 -1 59 10 59
// GCC: no
// ASSUMES: getline and getdelim begin with 120 bytes, and double them as often as a line needs it
typedef struct _IO_FILE FILE;
typedef __typeof__(sizeof(int)) size_t;
typedef __typeof__((char *)0 - (char *)0) ssize_t;
extern FILE *stdin;
extern ssize_t getline(char **, size_t *, FILE *), getdelim(char **, size_t *, int, FILE *);
extern void free(void *), *malloc(size_t);
extern void reach_error(void);
int main(void) {
  char *line = 0;
  size_t room = 0;
  if (getline(&line, &room, stdin) != 2 || line[0] != 'a' || line[1] != '\n' || line[2]) reach_error();
  if (getline(&line, &room, stdin) != 2 || line[1] != 'c' || line[2]) reach_error();
  if (getline(&line, &room, stdin) != -1 || room < 2) reach_error();
  free(line);
  line = malloc(1);
  room = 1;
  if (getdelim(&line, &room, ';', stdin) != 1 || line[0] != ';' || line[1] || room < 2) reach_error();
  if (getdelim(&line, &room, ';', stdin) != 2 || line[0] != '\n' || line[2]) reach_error();
  free(line);
  return 0;
}
