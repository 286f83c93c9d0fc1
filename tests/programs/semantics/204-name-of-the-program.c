// EXPECT: returns 1
// HIDDEN: 1
// GCC: no
int main(int argc, char **argv) { return argv[0] != 0; }
