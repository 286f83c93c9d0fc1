int abs(int);
extern unsigned long strlen(const char *);
int other(int x) { return abs(x) * (strlen("ab") == 2); }
