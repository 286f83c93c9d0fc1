// EXPECT: not supported: an access through a pointer that 'argv' holds | line 3
// HIDDEN: 64
int main(int argc, char **argv) { return argv[0] != 0; }
