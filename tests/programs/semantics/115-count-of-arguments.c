// EXPECT: returns 2
// HIDDEN: 2
// GCC: no
int main(int argc, char **argv) { return argc; }
