int one(void) { return 2; }
__attribute__((weak)) int both(void) { return 4; }
__attribute__((weak)) int strong(void) { return 6; }
int also(void) { return strong(); }
