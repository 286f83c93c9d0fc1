// EXPECT: true by bmc; any by value, cmc
extern void reach_error(void); int asprintf(char **, const char *, ...);
int main(void) { char *s, *t; int k = asprintf(&s, "%d", 4), m = asprintf(&t, "%f", 1.0); if (k < 0 || m < 0) return 0; if (!s || s == t || s[k]) reach_error(); return 0; }
