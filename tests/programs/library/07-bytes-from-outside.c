// EXPECT: returns 7
// HIDDEN: 113 10 65 66 67 68 69 -1 120 -1 1 -1 -1
// GCC: no
typedef struct file FILE;
extern FILE *stdin;
char *fgets(char *, int, FILE *);
int getchar(void), fgetc(FILE *);
unsigned long fread(void *, __typeof__(sizeof 0), __typeof__(sizeof 0), FILE *);
long read(int, void *, __typeof__(sizeof 0));
int main(void) {
  char line[8] = {1, 1, 1, 1}, parts[4] = {0};
  if (!fgets(line, 8, stdin) || line[0] != 'q' || line[1] != '\n' || line[2] || line[3] != 1) return 1;
  if (getchar() != 65 || fgetc(stdin) != 66) return 2;
  if (fread(parts, 2, 2, stdin) != 1 || parts[2] != 69) return 3;
  if (fgets(line, 8, stdin)) return 4;
  if (read(0, parts, 4) != -1) return 5;
  char *start = fgets(line, 1, stdin);
  return start == line && !line[0] ? 7 : 6;
}
