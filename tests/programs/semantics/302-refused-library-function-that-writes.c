// EXPECT: not supported: the library function getline, which may write to memory, | line 3
long getline(char **, __typeof__(sizeof 0) *, void *);
int main(void) { char *line = 0; __typeof__(sizeof 0) n = 0; return getline(&line, &n, 0) > 0; }
