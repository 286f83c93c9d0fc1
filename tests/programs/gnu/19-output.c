// EXPECT: returns 0
// HIDDEN: 3
// GCC: no
typedef struct file FILE;
extern FILE *stdout, *stderr;
int printf(const char *, ...); int fprintf(FILE *, const char *, ...); int puts(const char *); int putchar(int);
int fflush(FILE *); void perror(const char *);
int main(void) {
  int calls = 0;
  printf("%d %% n\n", calls++);
  fprintf(stderr, "%5d\n", calls++);
  puts("done"); putchar('x'); fflush(stdout); perror("no");
  int written = printf("abc");
  return calls != 2 || written != 3;
}
