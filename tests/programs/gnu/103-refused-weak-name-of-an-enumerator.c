// EXPECT: not supported: the attribute weak of what the program only declares | line 2
extern int level(int) __attribute__((weak));
int main(void) {
  if (level)
    return level(1);
  enum { level = 3 };
  return level;
}
