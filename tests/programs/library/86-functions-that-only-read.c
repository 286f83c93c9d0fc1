// EXPECT: returns 4
// HIDDEN: 0 1 3
// ASSUMES: the undefined function probe_device returns anything and changes nothing; the undefined function fcntl returns anything and changes nothing; the undefined function wcslen returns anything and changes nothing
// GCC: no
extern int probe_device(int *, ...); extern int fcntl(int, int, ...); extern unsigned long wcslen(const int *);
int main(void) {
  int text[2] = {'a', 0}, x = 0;
  x += probe_device(text, &x);
  x += fcntl(0, 4, 2048);
  return x + (int)wcslen(text);
}
