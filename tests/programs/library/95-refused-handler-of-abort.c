// EXPECT: not supported: a handler of the signal that abort raises | <signal> | line 9
extern void (*signal(int, void (*)(int)))(int);
extern void abort(void);
static void note(int number) { (void)number; }
int main(void) {
  signal(6, note);
  abort();
}
