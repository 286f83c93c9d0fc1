// EXPECT: returns 0
extern int isalnum(int), isalpha(int), isblank(int), iscntrl(int), isdigit(int), isgraph(int), islower(int);
extern int isprint(int), ispunct(int), isspace(int), isupper(int), isxdigit(int), tolower(int), toupper(int);
extern int isascii(int), toascii(int);
unsigned long sum;
static void add(int x) { sum = (sum * 31 + x) & 0xffffff; }
int main(void) {
  for (int c = 96; c <= 140; c += 1) {
    add(!!isalnum(c)); add(!!isalpha(c)); add(!!isblank(c)); add(!!iscntrl(c)); add(!!isdigit(c)); add(!!isgraph(c));
    add(!!islower(c)); add(!!isprint(c)); add(!!ispunct(c)); add(!!isspace(c)); add(!!isupper(c)); add(!!isxdigit(c));
    add(tolower(c)); add(toupper(c)); add(!!isascii(c)); add(toascii(c));
  }
  if (!isdigit('7') || isdigit('x') || tolower('Q') + toupper('q') != 'q' + 'Q') return 1;
  return sum % 256 != 100;
}
