char c = 'x';
char *letter(void) { return &c; }
