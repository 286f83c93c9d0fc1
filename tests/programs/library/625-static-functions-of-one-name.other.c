static void die(void) __attribute__((noreturn));
static void die(void) {
  for (;;) {}
}
void other(void) { die(); }
