// EXPECT: true by bmc; any by value, cmc
extern void reach_error(void); char *getenv(const char *); char *strerror(int); __typeof__(sizeof(int)) strlen(const char *);
int main(void) { char *e = getenv("A"); if (e && e[0] && !*e) reach_error(); if (!strerror(2)) reach_error(); return 0; }
