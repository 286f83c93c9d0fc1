// EXPECT: stops
// HIDDEN: 0
// GCC: no
int main(int argc, char **argv) { return argv != 0; }
